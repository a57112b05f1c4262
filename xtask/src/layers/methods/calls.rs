//! The calls of inherent methods in a file.

use proc_macro2::{Delimiter, Group, Ident, TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{
    Block, Expr, ExprClosure, ExprForLoop, ExprIf, ExprLet, ExprMethodCall, ExprPath, ExprWhile,
    FnArg, ImplItem, Item, ItemImpl, ItemTrait, Local, Macro, Signature,
};

use super::index::{Index, Method};
use super::infer::Scope;
use super::std_names::VISITING;
use super::types::{Guess, Owner, starts_upper};
use crate::layers::source::modules::Module;
use crate::layers::source::test_code::{is_test_impl_item, is_test_item};
use crate::layers::source::tokens::is_mark;

/// A call of an inherent method, or another use of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The type and the method, as in `Stepper::step`.
    pub name: String,
    /// The indices of the files that may define it.
    pub files: Vec<usize>,
    /// The line of the call, counted from 1.
    pub line: usize,
    /// Whether the type of the receiver is known; if not, the method was found by its name.
    pub is_exact: bool,
}

/// The calls of inherent methods of the crate in the file at index `file`, tests excepted.
pub fn calls(index: &Index<'_>, modules: &[Module], file: usize) -> Vec<Call> {
    let mut collector = Collector { index, scope: Scope::new(index, file), calls: Vec::new() };
    collector.visit_file(&modules[file].file.syntax);
    collector.calls
}

struct Collector<'a> {
    index: &'a Index<'a>,
    scope: Scope<'a>,
    calls: Vec<Call>,
}

impl Collector<'_> {
    /// Records a use of one of `methods`, if there are any.
    fn record(&mut self, methods: &[&Method], name: &Ident, is_exact: bool) {
        let Some(first) = methods.first() else { return };
        let name_of = |method: &Method| format!("{}::{name}", method.type_name);
        let mut files: Vec<usize> = methods.iter().map(|method| method.file).collect();
        files.sort_unstable();
        files.dedup();
        let line = name.span().start().line;
        self.calls.push(Call { name: name_of(first), files, line, is_exact });
    }

    /// Records a call `receiver.name(..)`.
    fn record_call(&mut self, receiver: Guess, name: &Ident, arguments: Option<usize>) {
        let methods = self.index.called(receiver, &name.to_string(), arguments);
        self.record(&methods, name, matches!(receiver.owner, Owner::Own(_)));
    }

    /// Records a use of `type_name::name`.
    fn record_path(&mut self, type_name: &Ident, name: &Ident) {
        if !starts_upper(type_name) {
            return;
        }
        let (type_name, method) = (type_name.to_string(), name.to_string());
        let methods = match self.scope.named(&type_name).owner {
            owner @ Owner::Own(_) => self.index.of_type(owner, &method),
            _ => self.index.of_type_name(&type_name, &method),
        };
        self.record(&methods, name, true);
    }

    /// Visits a function with its parameters in scope.
    fn enter_function(&mut self, signature: &Signature) {
        self.scope.enter();
        for input in &signature.inputs {
            match input {
                FnArg::Receiver(_) => self.scope.set("self", self.scope.self_type),
                FnArg::Typed(input) => self.scope.bind(&input.pat, self.scope.read(&input.ty)),
            }
        }
    }

    /// Records the calls among the tokens of a macro that are no list of expressions.
    fn search(&mut self, tokens: &TokenStream) {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let is_field = at > 0 && is_mark(&tokens[at - 1], '.');
            match (token, &tokens[at + 1..]) {
                (TokenTree::Group(group), _) => self.search(&group.stream()),
                (
                    TokenTree::Ident(variable),
                    [dot, TokenTree::Ident(name), TokenTree::Group(group), ..],
                ) if is_mark(dot, '.') && group.delimiter() == Delimiter::Parenthesis => {
                    let variable = variable.to_string();
                    let receiver =
                        if is_field { Guess::UNKNOWN } else { self.scope.variable(&variable) };
                    self.record_call(receiver, name, None);
                }
                (TokenTree::Ident(type_name), [one, two, TokenTree::Ident(name), ..])
                    if is_mark(one, ':') && is_mark(two, ':') =>
                {
                    self.record_path(type_name, name);
                }
                _ => {}
            }
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_test_item(item) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let outer = self.scope.self_type;
        self.scope.self_type = self.scope.read(&item.self_ty);
        visit::visit_item_impl(self, item);
        self.scope.self_type = outer;
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        let outer = self.scope.self_type;
        self.scope.self_type = Guess::FOREIGN;
        visit::visit_item_trait(self, item);
        self.scope.self_type = outer;
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        if !is_test_impl_item(item) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_item_fn(&mut self, item: &'ast syn::ItemFn) {
        self.enter_function(&item.sig);
        visit::visit_item_fn(self, item);
        self.scope.leave();
    }

    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        self.enter_function(&item.sig);
        visit::visit_impl_item_fn(self, item);
        self.scope.leave();
    }

    fn visit_trait_item_fn(&mut self, item: &'ast syn::TraitItemFn) {
        self.enter_function(&item.sig);
        visit::visit_trait_item_fn(self, item);
        self.scope.leave();
    }

    fn visit_block(&mut self, block: &'ast Block) {
        self.scope.enter();
        visit::visit_block(self, block);
        self.scope.leave();
    }

    fn visit_local(&mut self, local: &'ast Local) {
        visit::visit_local(self, local);
        let init = local.init.as_ref().map(|init| self.scope.guess(&init.expr));
        self.scope.bind(&local.pat, init.unwrap_or(Guess::UNKNOWN));
    }

    fn visit_expr_let(&mut self, condition: &'ast ExprLet) {
        visit::visit_expr_let(self, condition);
        self.scope.bind(&condition.pat, self.scope.guess(&condition.expr));
    }

    fn visit_expr_if(&mut self, expression: &'ast ExprIf) {
        self.scope.enter();
        visit::visit_expr_if(self, expression);
        self.scope.leave();
    }

    fn visit_expr_while(&mut self, expression: &'ast ExprWhile) {
        self.scope.enter();
        visit::visit_expr_while(self, expression);
        self.scope.leave();
    }

    fn visit_expr_match(&mut self, expression: &'ast syn::ExprMatch) {
        self.visit_expr(&expression.expr);
        let matched = self.scope.guess(&expression.expr);
        for arm in &expression.arms {
            self.scope.enter();
            self.scope.bind(&arm.pat, matched);
            self.visit_arm(arm);
            self.scope.leave();
        }
    }

    fn visit_expr_for_loop(&mut self, expression: &'ast ExprForLoop) {
        self.visit_expr(&expression.expr);
        self.scope.enter();
        let items = self.scope.guess(&expression.expr);
        self.scope.bind(&expression.pat, items.unwrapped());
        self.visit_block(&expression.body);
        self.scope.leave();
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        self.scope.enter();
        closure.inputs.iter().for_each(|input| self.scope.bind(input, Guess::UNKNOWN));
        self.visit_expr(&closure.body);
        self.scope.leave();
    }

    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        self.visit_expr(&call.receiver);
        let (receiver, name) = (self.scope.guess(&call.receiver), call.method.to_string());
        let visited = VISITING.contains(&name) && receiver.depth > 0;
        for argument in &call.args {
            match argument {
                Expr::Closure(closure) if visited && closure.inputs.len() == 1 => {
                    self.scope.enter();
                    self.scope.bind(&closure.inputs[0], receiver.unwrapped());
                    self.visit_expr(&closure.body);
                    self.scope.leave();
                }
                argument => self.visit_expr(argument),
            }
        }
        self.record_call(receiver, &call.method, Some(call.args.len()));
    }

    fn visit_expr_path(&mut self, expression: &'ast ExprPath) {
        let segments = &expression.path.segments;
        if let (None, Some(at)) = (&expression.qself, segments.len().checked_sub(2)) {
            self.record_path(&segments[at].ident, &segments[at + 1].ident);
        }
        visit::visit_expr_path(self, expression);
    }

    fn visit_macro(&mut self, invocation: &'ast Macro) {
        let tokens = &invocation.tokens;
        // The arguments of most macros read like the elements of an array.
        let array = Group::new(Delimiter::Bracket, tokens.clone());
        match syn::parse2::<Expr>(TokenTree::Group(array).into()) {
            Ok(array) => Visit::visit_expr(self, &array),
            Err(_) => self.search(tokens),
        }
    }
}

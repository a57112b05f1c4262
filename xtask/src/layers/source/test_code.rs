//! Recognises code that is compiled for tests only.

use syn::meta::ParseNestedMeta;
use syn::{Attribute, ImplItem, Item};

/// Whether the item is compiled for tests only: `#[cfg(test)]`, or `#[cfg(all(.., test))]`.
pub fn is_test_item(item: &Item) -> bool {
    is_test_only(match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    })
}

/// The same for an item inside an `impl`.
pub fn is_test_impl_item(item: &ImplItem) -> bool {
    is_test_only(match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        _ => &[],
    })
}

fn is_test_only(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let mut found = false;
        // An argument that is no list of names (`feature = "x"`) ends the parse; `found` keeps its value.
        let _ = attribute.parse_nested_meta(|meta| demands_test(&meta, &mut found));
        found
    })
}

/// Sets `found` if the condition cannot hold without `test`. `any(..)` and `not(..)` never demand it.
fn demands_test(meta: &ParseNestedMeta<'_>, found: &mut bool) -> syn::Result<()> {
    if meta.path.is_ident("test") {
        *found = true;
    } else if meta.path.is_ident("all") {
        meta.parse_nested_meta(|inner| demands_test(&inner, found))?;
    } else if meta.input.peek(syn::Token![=]) {
        meta.value()?.parse::<syn::Lit>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let skipped;
        syn::parenthesized!(skipped in meta.input);
        skipped.parse::<proc_macro2::TokenStream>()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_test(source: &str) -> bool {
        is_test_item(&syn::parse_str(source).unwrap())
    }

    #[test]
    fn item_of_a_test_build_only_is_test_code() {
        assert!(is_test("#[cfg(test)] mod tests {}"));
        assert!(is_test("#[cfg(test)] use crate::x;"));
        assert!(is_test("#[cfg(all(feature = \"serde\", test))] mod tests {}"));
        assert!(is_test("#[cfg(all(not(unix), test))] fn f() {}"));
    }

    #[test]
    fn item_of_another_build_too_is_not_test_code() {
        assert!(!is_test("mod tests {}"));
        assert!(!is_test("#[cfg(not(test))] mod tests {}"));
        assert!(!is_test("#[cfg(any(test, unix))] mod tests {}"));
        assert!(!is_test("#[cfg(feature = \"test\")] mod tests {}"));
    }
}

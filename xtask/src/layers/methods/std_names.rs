//! Names of the standard library and of common crates that help to guess types.

/// Names, separated by white space.
pub struct Names(&'static str);

impl Names {
    /// Whether the name is among them.
    pub fn contains(&self, name: &str) -> bool {
        self.0.split_whitespace().any(|it| it == name)
    }
}

/// Pointers and guards: a method call on one reaches the value inside.
pub const POINTERS: Names = Names(
    "
    Arc Box Cow Mut MutexGuard NonSend NonSendMut Rc Ref RefMut Res ResMut Single
    ",
);

/// Types that hold values of their last type argument; `Result` holds those of its first.
pub const CONTAINERS: Names = Names(
    "
    ArrayVec BTreeMap BTreeSet BinaryHeap Cell EntityHashMap HashMap HashSet IndexMap IntoIter Iter
    IterMut Local Mutex OnceCell Option Peekable Query RefCell Result Reverse SmallVec Vec VecDeque
    ",
);

/// Methods of a container that return the same values, at the same depth.
pub const KEEPING: Names = Names(
    "
    as_deref as_deref_mut as_mut as_mut_slice as_ref as_slice borrow by_ref chain clone cloned
    copied cycle drain filter find first first_mut get get_mut inspect into_iter iter iter_mut last
    last_mut max_by max_by_key min_by min_by_key next next_back ok or or_else par_iter par_iter_mut
    peek peek_mut peekable pop pop_back pop_front replace rev skip skip_while split_off step_by
    swap_remove take take_while to_owned to_vec values values_mut
    ",
);

/// Methods that return the value inside a container.
pub const UNWRAPPING: Names = Names(
    "
    borrow_mut expect get_or_insert get_or_insert_with insert or_default or_insert or_insert_with
    flatten remove unwrap unwrap_or unwrap_or_default unwrap_or_else
    ",
);

/// Methods that call a closure with the values inside a container.
pub const VISITING: Names = Names(
    "
    all and_then any filter filter_map find find_map flat_map for_each inspect is_none_or
    is_some_and map map_or map_or_else map_while max_by_key min_by_key partition position retain
    retain_mut skip_while sort_by_key sort_unstable_by_key take_while
    ",
);

/// Other methods of the standard library and of common crates.
const OTHERS: Names = Names(
    "
    abs add append as_bytes as_str atan2 binary_search bits build ceil chars checked_add chunks
    clamp clear cmp collect compare_exchange concat contains contains_key copy_from_slice copysign
    cos count cross dedup default despawn distance div dot drop elapsed end entry enumerate eq
    exists exp extend extend_from_slice fetch_add fill finish floor flush fmt fold from hash
    index init install into into_inner is_disjoint is_empty is_err is_finite is_nan is_none is_ok
    is_some is_subset iter_many join key keys len length length_squared lines ln load lock lower max
    min mul name neg new normalize nth offset overlaps parse partial_cmp path perp plus poll powi
    product push push_back push_front push_str query range read recip record reduce rem rem_euclid
    repeat reserve reset resize rotate round run scan scope send set shuffle signum sin size sort
    sort_by sort_unstable spawn splice split split_at split_at_mut split_first split_last sqrt start
    starts_with store sub sum swap text then then_some then_with tick time to_bits to_string
    total_cmp transpose trim truncate try_from try_into union unzip update value wait windows with
    with_capacity wrapping_add write zip
    ",
);

/// Whether a method of this name, called on a receiver of unknown type, is taken to be one of another crate.
pub fn is_std_name(name: &str) -> bool {
    [KEEPING, UNWRAPPING, VISITING, OTHERS].iter().any(|names| names.contains(name))
}

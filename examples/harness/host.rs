//! What a page in a browser has in another way than a desktop: the options of a demo, links, and its end.

use clap::Parser;

/// Whether the demo runs in a page of a browser. It then has neither files nor an exit status, and ends with its page.
pub const IN_PAGE: bool = cfg!(target_arch = "wasm32");

/// The options of a demo: those of the command line, or in a page those of its address, as `?break=8&seed=1`.
///
/// If an address contains a wrong option, the page reports it, and all options have their defaults.
#[cfg(not(target_arch = "wasm32"))]
#[must_use]
pub fn options<O: Parser>() -> O {
    O::parse()
}

/// The options of a demo: those of the command line, or in a page those of its address, as `?break=8&seed=1`.
///
/// If an address contains a wrong option, the page reports it, and all options have their defaults.
#[cfg(target_arch = "wasm32")]
#[must_use]
pub fn options<O: Parser>() -> O {
    let address = web_sys::window().map(|window| window.location());
    let query = address.and_then(|address| address.search().ok()).unwrap_or_default();
    O::try_parse_from(arguments(&query)).unwrap_or_else(|problem| {
        report(&problem.render().to_string());
        O::parse_from(arguments(""))
    })
}

/// Reads a file, in a page from the server that the page comes from.
///
/// # Errors
/// If there is no such file, or it cannot be read.
pub fn read(path: &str) -> Result<Vec<u8>, String> {
    #[cfg(target_arch = "wasm32")]
    return download(path).ok_or_else(|| format!("{path} cannot be downloaded"));
    #[cfg(not(target_arch = "wasm32"))]
    std::fs::read(path).map_err(|error| format!("{path}: {error}"))
}

/// Downloads a file before the demo starts.
#[cfg(target_arch = "wasm32")]
fn download(path: &str) -> Option<Vec<u8>> {
    let request = web_sys::XmlHttpRequest::new().ok()?;
    request.open_with_async("GET", path, false).ok()?;
    // A request that a page waits for has no binary form, so each byte comes as a character with it as its low byte.
    request.override_mime_type("text/plain; charset=x-user-defined").ok()?;
    request.send().ok()?;
    let text = request.response_text().ok()??;
    (request.status().ok()? == 200).then(|| text.chars().map(|it| u32::from(it) as u8).collect())
}

/// Offers a link to a state of a demo, as options with their values, of which empty ones are flags. In a page they become its
/// address; elsewhere they are printed.
pub fn offer(options: &[(&str, String)]) {
    if IN_PAGE {
        #[cfg(target_arch = "wasm32")]
        set_address(&query(options));
    } else {
        let arguments = options.iter().map(|(name, value)| argument(name, value));
        println!("{}", arguments.collect::<Vec<_>>().join(" "));
    }
}

/// Reports a problem, to the page or on standard error.
pub fn complain(problem: &str) {
    #[cfg(target_arch = "wasm32")]
    report(problem);
    eprintln!("{problem}");
}

/// Replaces the query in the address of the page.
#[cfg(target_arch = "wasm32")]
fn set_address(query: &str) {
    let history = web_sys::window().and_then(|window| window.history().ok());
    let set = history.map(|history| {
        history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&format!("?{query}")))
    });
    if !matches!(set, Some(Ok(()))) {
        report("The browser refuses to change the address.");
    }
}

/// Reports a problem to the page, as the event `problem` of its window.
#[cfg(target_arch = "wasm32")]
fn report(problem: &str) {
    dispatch("problem", problem);
}

/// Sends an event with a text in `detail` to the window of the page. A window without a listener ignores it.
#[cfg(target_arch = "wasm32")]
pub fn dispatch(name: &str, detail: &str) {
    let settings = web_sys::CustomEventInit::new();
    settings.set_detail(&wasm_bindgen::JsValue::from_str(detail));
    let event = web_sys::CustomEvent::new_with_event_init_dict(name, &settings);
    if let (Some(window), Ok(event)) = (web_sys::window(), event) {
        // An event of this kind cannot be cancelled, so there is no answer to heed.
        let _ = window.dispatch_event(&event);
    }
}

/// Options as the query of an address.
#[cfg_attr(not(target_arch = "wasm32"), cfg_attr(not(test), expect(dead_code)))]
fn query(options: &[(&str, String)]) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(options).finish()
}

/// An option as an argument. One with an empty value is a flag.
fn argument(name: &str, value: &str) -> String {
    if value.is_empty() { format!("--{name}") } else { format!("--{name}={value}") }
}

/// The command line that stands for the query of an address. A name without a value is a flag.
#[cfg_attr(not(target_arch = "wasm32"), cfg_attr(not(test), expect(dead_code)))]
fn arguments(query: &str) -> Vec<String> {
    let query = query.trim_start_matches('?');
    let options = form_urlencoded::parse(query.as_bytes());
    let options = options.map(|(name, value)| argument(&name, &value));
    std::iter::once("demo".to_owned()).chain(options).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn query_of_options_gives_them_back() {
        let options = [("ball", "1,-2.5,0,3,0".to_owned()), ("paused", String::new())];
        assert_eq!(arguments(&query(&options)), ["demo", "--ball=1,-2.5,0,3,0", "--paused"]);
    }

    #[test]
    fn query_gives_command_line() {
        assert_eq!(arguments(""), ["demo"]);
        assert_eq!(arguments("?break=8&bot"), ["demo", "--break=8", "--bot"]);
        assert_eq!(arguments("?height=-0.5&name=a%20b"), ["demo", "--height=-0.5", "--name=a b"]);
    }
}

//! A profile of Dou Dizhu of one's own: a named one, and what differs from it.

use decklet::doudizhu::{plugin::profile_from_value, profile::Profile};
use serde::Deserialize;
use serde_json::{Map, Value};

/// What is in a file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Own {
    #[serde(default = "house")]
    name: String,
    /// The named profile that it differs from.
    #[serde(default = "decklet")]
    profile: String,
    #[serde(default)]
    options: Map<String, Value>,
}

fn house() -> String {
    "house".to_owned()
}

fn decklet() -> String {
    "decklet".to_owned()
}

/// The profile with this name.
pub fn named(name: &str) -> Result<Profile, String> {
    profile_from_value(&super::game::named(name))
}

/// What a file says.
pub fn from_file(text: &str) -> Result<Profile, String> {
    // A list would be read as the fields in their order.
    let file: Map<String, Value> = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let own = Own::deserialize(Value::Object(file)).map_err(|error| error.to_string())?;
    changed(&named(&own.profile)?, own.name, &Value::Object(own.options))
}

/// The profile with these options, each as `a.b=value`.
pub fn with(mut profile: Profile, set: &[String]) -> Result<Profile, String> {
    for set in set {
        let Some((option, value)) = set.split_once('=') else {
            return Err(format!("--set {set}: write OPTION=VALUE, as doubling=off"));
        };
        let value = value.trim();
        let value = serde_json::from_str(value).unwrap_or_else(|_| Value::from(value));
        let path = option.trim().rsplit('.');
        let change = path.fold(value, |inner, key| {
            Value::Object(Map::from_iter([(key.to_owned(), inner)]))
        });
        profile =
            changed(&profile, house(), &change).map_err(|error| format!("--set {set}: {error}"))?;
    }
    Ok(profile)
}

fn changed(profile: &Profile, name: String, change: &Value) -> Result<Profile, String> {
    let mut all = serde_json::to_value(profile).map_err(|error| error.to_string())?;
    put(&mut all["options"], change, "")?;
    all["name"] = Value::from(name);
    serde_json::from_value(all).map_err(|error| error.to_string())
}

/// Puts what differs into the options. An object with one key is a choice with a value of its own,
/// and another choice takes its place.
fn put(options: &mut Value, change: &Value, path: &str) -> Result<(), String> {
    let (Value::Object(old), Value::Object(new)) = (&mut *options, change) else {
        *options = change.clone();
        return Ok(());
    };
    if old.len() == 1 && new.keys().any(|key| !old.contains_key(key)) {
        *options = change.clone();
        return Ok(());
    }
    for (key, value) in new {
        let Some(place) = old.get_mut(key) else {
            let there: Vec<&str> = old.keys().map(String::as_str).collect();
            let there = there.join(", ");
            return Err(format!(
                "there is no option {path}{key}; there are: {there}"
            ));
        };
        put(place, value, &format!("{path}{key}."))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_enough() {
        let own = r#"{"profile":"pagat","options":{"combinations":{"plane_pair":{"distinct_ranks":false}}}}"#;
        let own = from_file(own).unwrap();
        let mut expected = *named("pagat").unwrap().options();
        assert!(expected.combinations.plane_pair.distinct_ranks);
        expected.combinations.plane_pair.distinct_ranks = false;
        assert_eq!((own.name(), own.options()), ("house", &expected));
        let set = ["combinations.plane_pair.distinct_ranks=false".to_owned()];
        assert_eq!(with(named("pagat").unwrap(), &set).unwrap(), own);
    }

    #[test]
    fn a_choice_takes_the_place_of_another() {
        let set = [
            "first_bidder={\"fixed\":0}",
            "first_bidder=random",
            "all_pass={\"end\":\"force_first\"}",
        ];
        let own = with(named("pagat").unwrap(), &set.map(str::to_owned)).unwrap();
        let options = serde_json::to_value(own.options()).unwrap();
        assert_eq!(options["first_bidder"], "random");
        assert_eq!(options["all_pass"]["end"], "force_first");
    }

    #[test]
    fn a_whole_profile_is_read_as_it_is_written() {
        for profile in Profile::all() {
            let text = serde_json::to_string(profile).unwrap();
            assert_eq!(from_file(&text).unwrap(), *profile);
        }
    }

    #[test]
    fn mistakes_are_named() {
        let of = |text: &str| from_file(text).unwrap_err();
        assert!(of("{\"profile\":\"pagot\"}").contains("pagot"));
        assert!(of("[]").contains("expected"), "{}", of("[]"));
        let wrong = of(r#"{"options":{"combinations":{"plane_pear":{}}}}"#);
        assert!(wrong.starts_with("there is no option combinations.plane_pear; there are: "));
        assert!(of(r#"{"options":{"doubling":"often"}}"#).contains("often"));
        let set = with(named("pagat").unwrap(), &["doubling".to_owned()]).unwrap_err();
        assert_eq!(set, "--set doubling: write OPTION=VALUE, as doubling=off");
    }
}

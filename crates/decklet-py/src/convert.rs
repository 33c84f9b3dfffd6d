//! Between Rust's values and Python's.

use decklet_engine::Seed;
use decklet_envs::{Chance, IllegalAction};
use pyo3::{
    exceptions::PyValueError,
    intern,
    prelude::*,
    sync::PyOnceLock,
    types::{PyDict, PyList, PyString, PyType},
};
use serde::Serialize;

/// Any error as a `ValueError`.
pub fn value_error(error: impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Where the games of a seed come from: RLCard's profile is dealt by RLCard's chance.
pub fn chance(rlcard: bool, seed: u64) -> Chance {
    match rlcard {
        true => Chance::rlcard(seed),
        false => Chance::seed(Seed::from(seed)),
    }
}

/// `decklet.IllegalAction` with its two attributes.
pub fn illegal(py: Python<'_>, error: &IllegalAction) -> PyErr {
    refused(py, &error.action, &error.reason)
}

/// `decklet.IllegalAction(action, reason)`.
pub fn refused(py: Python<'_>, action: &str, reason: &str) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let class = CLASS.import(py, "decklet.errors", "IllegalAction");
    match class.and_then(|class| class.call1((action, reason))) {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// A value as the dictionaries, lists, numbers and texts that JSON knows.
pub fn to_python<'py>(py: Python<'py>, value: &impl Serialize) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(value).map_err(value_error)?;
    text_to_python(py, &text)
}

/// JSON as Python's dictionaries.
pub fn text_to_python<'py>(py: Python<'py>, text: &str) -> PyResult<Bound<'py, PyAny>> {
    let json = py.import(intern!(py, "json"))?;
    json.call_method1(intern!(py, "loads"), (text,))
}

/// Python's dictionaries as JSON.
pub fn to_text(value: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = value.py();
    let json = py.import(intern!(py, "json"))?;
    json.call_method1(intern!(py, "dumps"), (value,))?.extract()
}

/// Python's dictionaries as a value of ours.
pub fn from_python<T: serde::de::DeserializeOwned>(value: &Bound<'_, PyAny>) -> PyResult<T> {
    serde_json::from_str(&to_text(value)?).map_err(value_error)
}

/// A dictionary with these keys; `cell` is for them alone. A copy whose values are replaced is made in half
/// the time of one whose keys are put in.
pub fn with_keys<'py>(
    py: Python<'py>,
    cell: &'static PyOnceLock<Py<PyDict>>,
    keys: &[&str],
) -> PyResult<Bound<'py, PyDict>> {
    let blank = cell.get_or_try_init(py, || {
        let blank = PyDict::new(py);
        for key in keys {
            blank.set_item(PyString::intern(py, key), py.None())?;
        }
        PyResult::Ok(blank.unbind())
    })?;
    blank.bind(py).copy()
}

/// The same entries in a list of its own.
pub fn copied<'py>(list: &Bound<'py, PyList>) -> Bound<'py, PyList> {
    list.get_slice(0, list.len())
}

//! Profiles: named options.

use crate::convert::{from_python, to_python, value_error};
use decklet_doudizhu::{
    profile::{Bidding, Doubling, Options, Profile, Rounds, ShowCards},
    seat::Seat,
};
use decklet_uno::profile::{self as uno, NAMES};
use pyo3::{exceptions::PyTypeError, prelude::*, types::PyDict};

/// The options of a table of Dou Dizhu, under a name.
#[pyclass(frozen, module = "decklet._core", from_py_object)]
#[derive(Clone)]
pub struct DoudizhuProfile(pub Profile);

#[pymethods]
impl DoudizhuProfile {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        let known = Profile::named(name).cloned().map(Self);
        known.ok_or_else(|| {
            let names: Vec<_> = Profile::all().iter().map(Profile::name).collect();
            value_error(format!(
                "no profile of Dou Dizhu is called \"{name}\"; there are {}",
                names.join(", ")
            ))
        })
    }

    /// The names of all profiles.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        Profile::all().iter().map(Profile::name).collect()
    }

    /// The profile that `to_dict` wrote. Raises ValueError when its options do not go together.
    #[staticmethod]
    fn from_dict(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self(from_python(value)?))
    }

    /// Name and options as a dictionary, as JSON has them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.0)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        self.0.name()
    }

    /// Every option by name.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, self.0.options())
    }

    /// Another profile with some options changed; each as `options` has it.
    #[pyo3(signature = (name, **changes))]
    fn with_options(
        &self,
        py: Python<'_>,
        name: &str,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = self.options(py)?;
        if let Some(changes) = changes {
            for (option, value) in changes.iter() {
                options.get_item(&option).map_err(|_| {
                    value_error(format!("no option of Dou Dizhu is called {option}"))
                })?;
                options.set_item(option, value)?;
            }
        }
        let options: Options = from_python(&options)?;
        Ok(Self(Profile::new(name, options).map_err(value_error)?))
    }

    /// The same with an auction of points, or without any: then seat 0 is landlord.
    fn with_bidding(&self, bidding: bool) -> PyResult<Self> {
        let mut options = *self.0.options();
        let has = !matches!(options.bidding, Bidding::None { .. });
        if has == bidding {
            return Ok(self.clone());
        }
        let name = if bidding {
            options.bidding = Bidding::Score {
                max: 3,
                rounds: Rounds::One,
                top_ends: true,
            };
            format!("{} with bidding", self.0.name())
        } else {
            options.bidding = Bidding::None {
                landlord: Seat::First,
            };
            options.show_cards = ShowCards::Off;
            options.doubling = Doubling::Off;
            format!("{} without bidding", self.0.name())
        };
        Ok(Self(Profile::new(name, options).map_err(value_error)?))
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.0 == other.0
    }

    fn __repr__(&self) -> String {
        format!("doudizhu.Profile({:?})", self.0.name())
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyAny>,))> {
        let make = slf.get_type().getattr("from_dict")?;
        Ok((make, (slf.get().to_dict(slf.py())?,)))
    }
}

/// The profile of this name, or this profile.
pub fn doudizhu(profile: &Bound<'_, PyAny>) -> PyResult<Profile> {
    if let Ok(name) = profile.extract::<String>() {
        return DoudizhuProfile::new(&name).map(|profile| profile.0);
    }
    match profile.extract::<DoudizhuProfile>() {
        Ok(profile) => Ok(profile.0),
        Err(_) => Err(wrong_type(profile, "doudizhu.Profile")),
    }
}

fn wrong_type(profile: &Bound<'_, PyAny>, class: &str) -> PyErr {
    let found = profile.get_type();
    PyTypeError::new_err(format!("a profile is a name or a {class}, not {found}"))
}

/// The options of a table of UNO, under a name.
#[pyclass(frozen, module = "decklet._core", from_py_object)]
#[derive(Clone)]
pub struct UnoProfile {
    name: String,
    pub options: uno::Options,
}

impl UnoProfile {
    /// Whether it is the profile of this name, unchanged.
    pub fn is_named(&self, name: &str) -> bool {
        uno::Options::named(name).is_ok_and(|options| options == self.options)
    }

    pub fn rules(&self) -> PyResult<uno::Rules> {
        self.options.build().map_err(value_error)
    }
}

#[pymethods]
impl UnoProfile {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Ok(Self {
            name: name.to_owned(),
            options: uno::Options::named(name).map_err(value_error)?,
        })
    }

    /// The names of all profiles.
    #[staticmethod]
    fn names() -> Vec<&'static str> {
        NAMES.to_vec()
    }

    /// The profile that `to_dict` wrote. Raises ValueError when its options do not go together.
    #[staticmethod]
    fn from_dict(value: &Bound<'_, PyAny>) -> PyResult<Self> {
        let profile = Self {
            name: value.get_item("name")?.extract()?,
            options: from_python(&value.get_item("options")?)?,
        };
        profile.rules()?;
        Ok(profile)
    }

    /// Name and options as a dictionary, as JSON has them.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        dict.set_item("name", &self.name)?;
        dict.set_item("options", self.options(py)?)?;
        Ok(dict)
    }

    /// Its name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// Every option by name.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        to_python(py, &self.options)
    }

    /// Another profile with some options changed; each as `options` has it.
    #[pyo3(signature = (name, **changes))]
    fn with_options(
        &self,
        py: Python<'_>,
        name: &str,
        changes: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let options = self.options(py)?;
        if let Some(changes) = changes {
            for (option, value) in changes.iter() {
                options.set_item(option, value)?;
            }
        }
        let profile = Self {
            name: name.to_owned(),
            options: from_python(&options)?,
        };
        profile.rules()?;
        Ok(profile)
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name == other.name && self.options == other.options
    }

    fn __repr__(&self) -> String {
        format!("uno.Profile({:?})", self.name)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyDict>,))> {
        let make = slf.get_type().getattr("from_dict")?;
        Ok((make, (slf.get().to_dict(slf.py())?,)))
    }
}

/// The profile of this name, or this profile.
pub fn uno(profile: &Bound<'_, PyAny>) -> PyResult<UnoProfile> {
    if let Ok(name) = profile.extract::<String>() {
        return UnoProfile::new(&name);
    }
    match profile.extract::<UnoProfile>() {
        Ok(profile) => Ok(profile),
        Err(_) => Err(wrong_type(profile, "uno.Profile")),
    }
}

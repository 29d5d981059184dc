//! How the list of features is declared and numbered: sections, families and their members. The list itself is in
//! [`super::list`].

use crate::grain::outline::mix;

/// The subject of a group of features. Explanations name the group, not the feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    Text,
    Links,
    Hidden,
    Element,
    Names,
    Alike,
    Surroundings,
    Center,
    Title,
    Neighbors,
    Place,
    Page,
    Terms,
    /// The probabilities of the previous forest.
    Previous,
}

impl Group {
    pub(crate) const ALL: [Group; 14] = [
        Group::Text,
        Group::Links,
        Group::Hidden,
        Group::Element,
        Group::Names,
        Group::Alike,
        Group::Surroundings,
        Group::Center,
        Group::Title,
        Group::Neighbors,
        Group::Place,
        Group::Page,
        Group::Terms,
        Group::Previous,
    ];
}

/// A section of the list: single features, or a family.
pub(super) struct Section {
    /// Name of the enum of the family's fields; empty for single features.
    pub(super) family: &'static str,
    pub(super) members: &'static [Member],
    pub(super) fields: &'static [Field],
}

/// A member of a family, such as one of the containers around a block. A section of single features has one unnamed member.
pub(super) struct Member {
    /// The prefix and the suffix that turn the name of a field into the name of a feature.
    pub(super) around: (&'static str, &'static str),
    pub(super) group: Option<Group>,
    /// Replaces `{}` in the meaning of a field.
    pub(super) what: &'static str,
    /// How many of the family's fields this member has, counted from the first.
    pub(super) fields: usize,
}

pub(super) struct Field {
    pub(super) name: &'static str,
    /// The group of the feature; `None` means the group of the member.
    pub(super) group: Option<Group>,
    pub(super) meaning: &'static str,
    pub(super) missing: f32,
}

pub(super) const SINGLE: &[Member] =
    &[Member { around: ("", ""), group: None, what: "", fields: usize::MAX }];

/// The value of a feature whose subject is missing, such as the block after the last block: 0, unless the list gives another
/// value.
pub(super) const fn missing(values: &[f32]) -> f32 {
    match values {
        [value] => *value,
        _ => 0.0,
    }
}

impl Section {
    /// The number of fields of a member.
    pub(super) const fn fields_of(&self, member: usize) -> usize {
        let (limit, all) = (self.members[member].fields, self.fields.len());
        if limit < all { limit } else { all }
    }
}

pub(super) const fn count(sections: &[Section]) -> usize {
    let (mut count, mut section) = (0, 0);
    while section < sections.len() {
        count += columns(&sections[section]);
        section += 1;
    }
    count
}

/// The number of columns of a section.
const fn columns(section: &Section) -> usize {
    let (mut columns, mut member) = (0, 0);
    while member < section.members.len() {
        columns += section.fields_of(member);
        member += 1;
    }
    columns
}

/// The section of a family, and the index of its first column.
const fn family<'s>(sections: &'s [Section], name: &str) -> (&'s Section, usize) {
    let (mut start, mut section) = (0, 0);
    while !is_same(sections[section].family, name) {
        start += columns(&sections[section]);
        section += 1;
    }
    (&sections[section], start)
}

/// The number of members of a family.
pub(super) const fn members(sections: &[Section], name: &str) -> usize {
    family(sections, name).0.members.len()
}

/// The first column of each member of a family.
pub(super) const fn member_starts<const MEMBERS: usize>(sections: &[Section], name: &str) -> [u16; MEMBERS] {
    let (section, mut start) = family(sections, name);
    let (mut starts, mut member) = ([0; MEMBERS], 0);
    while member < MEMBERS {
        starts[member] = start as u16;
        start += section.fields_of(member);
        member += 1;
    }
    starts
}

pub(super) const fn is_same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// The column of the single feature with this name. A name that is not in the list does not compile.
pub(super) const fn single(sections: &[Section], name: &str) -> u16 {
    let (mut start, mut section) = (0, 0);
    loop {
        let Section { family, fields, .. } = &sections[section];
        let mut field = 0;
        while family.is_empty() && field < fields.len() {
            if is_same(fields[field].name, name) {
                return (start + field) as u16;
            }
            field += 1;
        }
        start += columns(&sections[section]);
        section += 1;
    }
}

/// The value that each column has when its subject is missing.
pub(super) const fn missing_values<const COLUMNS: usize>(sections: &[Section]) -> [f32; COLUMNS] {
    let (mut values, mut column, mut section) = ([0.0; COLUMNS], 0, 0);
    while section < sections.len() {
        let mut member = 0;
        while member < sections[section].members.len() {
            let mut field = 0;
            while field < sections[section].fields_of(member) {
                values[column] = sections[section].fields[field].missing;
                column += 1;
                field += 1;
            }
            member += 1;
        }
        section += 1;
    }
    values
}

/// A hash of all names in order.
pub(super) const fn fingerprint(sections: &[Section]) -> u64 {
    let (mut hash, mut section) = (0, 0);
    while section < sections.len() {
        let Section { members, fields, .. } = &sections[section];
        let mut member = 0;
        while member < members.len() {
            let ((before, after), mut field) = (members[member].around, 0);
            while field < sections[section].fields_of(member) {
                hash = mix_name(mix_name(mix_name(hash, before), fields[field].name), after);
                hash = mix(hash, b'\n' as u64);
                field += 1;
            }
            member += 1;
        }
        section += 1;
    }
    hash
}

const fn mix_name(mut hash: u64, name: &str) -> u64 {
    let mut at = 0;
    while at < name.len() {
        hash = mix(hash, name.as_bytes()[at] as u64);
        at += 1;
    }
    hash
}

macro_rules! features {
    ($( $section:tt )*) => {
        const SECTIONS: &[$crate::grain::features::columns::Section] = &[$( section!(value $section) ),*];
        $( section!(items $section); )*
    };
}

macro_rules! section {
    (value { $( $name:ident: $group:ident, $meaning:literal $(, missing $missing:expr)?; )* }) => {
        $crate::grain::features::columns::Section {
            family: "",
            members: $crate::grain::features::columns::SINGLE,
            fields: &[$( $crate::grain::features::columns::Field {
                name: stringify!($name),
                group: Some($crate::grain::features::columns::Group::$group),
                meaning: $meaning,
                missing: $crate::grain::features::columns::missing(&[$( $missing )?]),
            } ),*],
        }
    };
    (value ($( #[$doc:meta] )* $family:ident {
        $( ($before:literal, $after:literal): $group:ident, $count:literal of $what:literal; )*
    } { $( $field:ident, $meaning:literal $(, missing $missing:expr)?; )* })) => {
        $crate::grain::features::columns::Section {
            family: stringify!($family),
            members: &[$( $crate::grain::features::columns::Member {
                around: ($before, $after),
                group: Some($crate::grain::features::columns::Group::$group),
                what: $what,
                fields: $count,
            } ),*],
            fields: &[$( $crate::grain::features::columns::Field {
                name: stringify!($field),
                group: None,
                meaning: $meaning,
                missing: $crate::grain::features::columns::missing(&[$( $missing )?]),
            } ),*],
        }
    };
    (items { $( $name:ident: $group:ident, $meaning:literal $(, missing $missing:expr)?; )* }) => {
        #[allow(non_upper_case_globals)] // constants are spelled like the features
        impl Feature {
            $( #[doc = $meaning] pub const $name: Feature = Feature($crate::grain::features::columns::single(SECTIONS, stringify!($name))); )*
        }
    };
    (items ($( #[$doc:meta] )* $family:ident { $( $member:tt: $group:ident, $count:literal of $what:literal; )* } {
        $( $field:ident, $meaning:literal $(, missing $missing:expr)?; )*
    })) => {
        $( #[$doc] )*
        #[derive(Clone, Copy, Debug)]
        pub(crate) enum $family { $( #[doc = $meaning] $field ),* }

        impl $family {
            const MEMBERS: usize = $crate::grain::features::columns::members(SECTIONS, stringify!($family));
            const STARTS: [u16; $family::MEMBERS] =
                $crate::grain::features::columns::member_starts(SECTIONS, stringify!($family));

            /// The feature for this field of a member. Members are counted from 0.
            #[inline]
            pub(crate) const fn of(self, member: usize) -> Feature {
                Feature($family::STARTS[member] + self as u16)
            }
        }
    };
}

pub(super) use {features, section};

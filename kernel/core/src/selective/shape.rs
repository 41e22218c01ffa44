//! The shape of a tree: who is whose child.

use std::ops::Range;

/// The number of the root.
pub const ROOT: u32 = 0;

/// What binds a node to its neighbours.
#[derive(Clone, Copy, Debug)]
struct Link {
    parent: u32,
    first: u32,
    children: u16,
    depth: u16,
}

/// A tree without content. Children have consecutive numbers, above their parent's: going through
/// the numbers upwards meets parents first, downwards children first.
#[derive(Clone, Debug)]
pub struct Shape {
    links: Vec<Link>,
}

impl Default for Shape {
    fn default() -> Self {
        Self { links: vec![Link { parent: ROOT, first: 0, children: 0, depth: 0 }] }
    }
}

impl Shape {
    /// The bytes that a node takes.
    pub const NODE_SIZE: usize = size_of::<Link>();

    /// The number of nodes, the root included.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "a tree has a root")]
    pub fn len(&self) -> usize {
        self.links.len()
    }

    /// The children of a node, none before it is expanded.
    #[must_use]
    pub fn children(&self, node: u32) -> Range<u32> {
        let link = self.links[node as usize];
        link.first..link.first + u32::from(link.children)
    }

    /// Whether the node has children.
    #[must_use]
    pub fn is_expanded(&self, node: u32) -> bool {
        self.links[node as usize].children > 0
    }

    /// The parent; the root is its own.
    #[must_use]
    pub fn parent(&self, node: u32) -> u32 {
        self.links[node as usize].parent
    }

    /// Plies from the root.
    #[must_use]
    pub fn depth(&self, node: u32) -> usize {
        self.links[node as usize].depth.into()
    }

    /// The number of nodes at and below each node.
    #[must_use]
    pub fn sizes(&self) -> Vec<u32> {
        let mut sizes = vec![1_u32; self.len()];
        for node in (1..self.len()).rev() {
            sizes[self.links[node].parent as usize] += sizes[node];
        }
        sizes
    }

    /// Gives a node so many children.
    pub fn expand(&mut self, node: u32, children: u16) -> Range<u32> {
        let first = self.links.len() as u32;
        let depth = self.links[node as usize].depth + 1;
        let link = Link { parent: node, first: 0, children: 0, depth };
        self.links.extend(std::iter::repeat_n(link, children.into()));
        self.links[node as usize].first = first;
        self.links[node as usize].children = children;
        self.children(node)
    }

    /// Whether so many more nodes can be had.
    pub(super) fn has_room(&mut self, nodes: usize) -> bool {
        let numbers = self.links.len() + nodes < u32::MAX as usize;
        numbers && self.links.try_reserve(nodes).is_ok()
    }
}

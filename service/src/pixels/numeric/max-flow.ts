/**
 * A graph on pixels for a minimum cut. Node `n` has up to eight neighbours; direction `d` leads to
 * `neighbours[8 * n + d]` (-1 for none), and direction `7 - d` leads back.
 */
export type CutGraph = {
  neighbours: Int32Array;
  /**
   * The capacity of the arc from node `n` in direction `d`, a whole number, at `8 * n + d`. `minimumCut` changes it.
   */
  arcs: Int32Array;
  /** The capacity of each node's arc from the source (positive) or to the sink (negative). `minimumCut` changes it. */
  terminals: Int32Array;
};

const DIRECTIONS = 8;
const FREE = 0;
const SOURCE = 1;
const SINK = 2;
// Values of `parent` that are not a direction.
const NO_PARENT = -1;
const TERMINAL = 8;
const ORPHAN = 9;
const NOBODY = -1;
const FAR = 0x3fffffff;

/**
 * Finds the minimum cut with the algorithm of Boykov and Kolmogorov ("An experimental comparison of min-cut/max-flow
 * algorithms", 2004). Returns 1 for each node on the source's side.
 */
export const minimumCut = ({ neighbours, arcs, terminals }: CutGraph): Uint8Array => {
  const count = terminals.length;
  const tree = new Uint8Array(count);
  const parent = new Int8Array(count).fill(NO_PARENT);
  const stamp = new Int32Array(count);
  const distance = new Int32Array(count);
  // Active nodes are a linked queue: `following` is 0 for nodes outside of it, and the last node points to itself.
  const following = new Int32Array(count).fill(NOBODY);
  let first = NOBODY;
  let last = NOBODY;
  let orphans: number[] = [];
  let time = 0;

  const activate = (node: number) => {
    if (following[node] !== NOBODY) return;
    if (last === NOBODY) first = node;
    else following[last] = node;
    last = node;
    following[node] = node;
  };
  const nextActive = (): number => {
    while (first !== NOBODY) {
      const node = first;
      first = following[node] === node ? NOBODY : following[node]!;
      if (first === NOBODY) last = NOBODY;
      following[node] = NOBODY;
      if (tree[node] !== FREE) return node;
    }
    return NOBODY;
  };
  const orphan = (node: number) => {
    parent[node] = ORPHAN;
    orphans.push(node);
  };

  /** Grows the tree of an active node. Returns the arc where it meets the other tree, as seen from the source. */
  const grow = (node: number): number => {
    const mine = tree[node]!;
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = neighbours[node * DIRECTIONS + d]!;
      if (other < 0) continue;
      const forth = node * DIRECTIONS + d;
      const back = other * DIRECTIONS + 7 - d;
      if (arcs[mine === SOURCE ? forth : back] === 0) continue;
      if (tree[other] === FREE) {
        tree[other] = mine;
        parent[other] = 7 - d;
        stamp[other] = stamp[node]!;
        distance[other] = distance[node]! + 1;
        activate(other);
      } else if (tree[other] !== mine) return mine === SOURCE ? forth : back;
      else if (stamp[other]! <= stamp[node]! && distance[other]! > distance[node]!) {
        // The path over this node is shorter.
        parent[other] = 7 - d;
        stamp[other] = stamp[node]!;
        distance[other] = distance[node]! + 1;
      }
    }
    return NOBODY;
  };

  /** Sends as much flow as possible along the path over this arc. Nodes that lose their parent become orphans. */
  const augment = (middle: number) => {
    const from = Math.floor(middle / DIRECTIONS);
    const to = neighbours[middle]!;
    let most = arcs[middle]!;
    let node = from;
    for (; parent[node] !== TERMINAL; node = neighbours[node * DIRECTIONS + parent[node]!]!) {
      const way = neighbours[node * DIRECTIONS + parent[node]!]! * DIRECTIONS + 7 - parent[node]!;
      if (arcs[way]! < most) most = arcs[way]!;
    }
    if (terminals[node]! < most) most = terminals[node]!;
    for (node = to; parent[node] !== TERMINAL; node = neighbours[node * DIRECTIONS + parent[node]!]!) {
      const way = node * DIRECTIONS + parent[node]!;
      if (arcs[way]! < most) most = arcs[way]!;
    }
    if (-terminals[node]! < most) most = -terminals[node]!;

    arcs[middle]! -= most;
    arcs[to * DIRECTIONS + 7 - (middle % DIRECTIONS)]! += most;
    for (node = from; parent[node] !== TERMINAL; ) {
      const up = neighbours[node * DIRECTIONS + parent[node]!]!;
      const way = up * DIRECTIONS + 7 - parent[node]!;
      arcs[node * DIRECTIONS + parent[node]!]! += most;
      arcs[way]! -= most;
      if (arcs[way] === 0) orphan(node);
      node = up;
    }
    terminals[node]! -= most;
    if (terminals[node] === 0) orphan(node);
    for (node = to; parent[node] !== TERMINAL; ) {
      const up = neighbours[node * DIRECTIONS + parent[node]!]!;
      const way = node * DIRECTIONS + parent[node]!;
      arcs[up * DIRECTIONS + 7 - parent[node]!]! += most;
      arcs[way]! -= most;
      if (arcs[way] === 0) orphan(node);
      node = up;
    }
    terminals[node]! += most;
    if (terminals[node] === 0) orphan(node);
  };

  /** The number of steps from a node to its terminal, or FAR if an orphan is on the path. */
  const depthOf = (start: number): number => {
    let depth = 0;
    for (let node = start; ; node = neighbours[node * DIRECTIONS + parent[node]!]!) {
      if (stamp[node] === time) return depth + distance[node]!;
      if (parent[node] === TERMINAL) {
        stamp[node] = time;
        distance[node] = 1;
        return depth + 1;
      }
      if (parent[node] === ORPHAN || parent[node] === NO_PARENT) return FAR;
      depth++;
    }
  };

  /** Finds a new parent for an orphan, or frees it and makes its children orphans. */
  const adopt = (node: number) => {
    const mine = tree[node]!;
    let best = NO_PARENT;
    let least = FAR;
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = neighbours[node * DIRECTIONS + d]!;
      if (other < 0 || tree[other] !== mine || parent[other] === NO_PARENT) continue;
      if (arcs[mine === SOURCE ? other * DIRECTIONS + 7 - d : node * DIRECTIONS + d] === 0) continue;
      const depth = depthOf(other);
      if (depth >= FAR) continue;
      if (depth < least) {
        best = d;
        least = depth;
      }
      // Marks the path, so that the next search along it is short.
      let steps = depth;
      for (let up = other; stamp[up] !== time; up = neighbours[up * DIRECTIONS + parent[up]!]!) {
        stamp[up] = time;
        distance[up] = steps--;
      }
    }
    parent[node] = best;
    if (best !== NO_PARENT) {
      stamp[node] = time;
      distance[node] = least + 1;
      return;
    }
    for (let d = 0; d < DIRECTIONS; d++) {
      const other = neighbours[node * DIRECTIONS + d]!;
      if (other < 0 || tree[other] !== mine) continue;
      if (arcs[mine === SOURCE ? other * DIRECTIONS + 7 - d : node * DIRECTIONS + d] !== 0) activate(other);
      if (parent[other] === 7 - d) orphan(other);
    }
    tree[node] = FREE;
  };

  for (let node = 0; node < count; node++) {
    if (terminals[node] === 0) continue;
    tree[node] = terminals[node]! > 0 ? SOURCE : SINK;
    parent[node] = TERMINAL;
    distance[node] = 1;
    activate(node);
  }
  for (let node = nextActive(); node !== NOBODY; ) {
    const meeting = grow(node);
    if (meeting === NOBODY) {
      node = nextActive();
      continue;
    }
    time++;
    augment(meeting);
    while (orphans.length > 0) {
      const lost = orphans;
      orphans = [];
      for (const each of lost) adopt(each);
    }
    if (tree[node] === FREE) node = nextActive();
  }
  return tree.map((side) => (side === SOURCE ? 1 : 0));
};

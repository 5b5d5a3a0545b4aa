/**
 * Solves symmetric positive definite systems of a fixed sparsity repeatedly, without allocating.
 *
 * Set `diagonal` before each `factor`. The vector given to `solve` holds the right-hand side before the call and the
 * solution after it.
 */
type SparseSolver = {
  readonly diagonal: Float64Array;
  factor(): void;
  solve(vector: Float64Array): void;
};

/** One coupling of the matrix: the value at (a, b) and (b, a). */
type Coupling = { readonly a: number; readonly b: number; readonly value: number };

/** Always eliminates the unknown with the fewest remaining couplings, which keeps the fill of a floor plan small. */
const findOrder = (size: number, couplings: readonly Coupling[]) => {
  const open = Array.from({ length: size }, () => new Set<number>());
  for (const { a, b } of couplings) {
    open[a]!.add(b);
    open[b]!.add(a);
  }
  const left = new Set(open.keys());
  const order: number[] = [];
  const below: number[][] = [];
  while (left.size > 0) {
    let next = -1;
    for (const index of left) if (next < 0 || open[index]!.size < open[next]!.size) next = index;
    const others = [...open[next]!];
    for (const one of others) {
      open[one]!.delete(next);
      for (const other of others) if (other !== one) open[one]!.add(other);
    }
    left.delete(next);
    order.push(next);
    below.push(others);
  }
  return { order, below };
};

/**
 * Creates the solver of a matrix with constant couplings and a changing diagonal, as L D L' (Davis 2006, chapter 4).
 *
 * All indices are computed here; a factorisation is then two passes over flat arrays.
 */
export function createSparseSolver(size: number, couplings: readonly Coupling[]): SparseSolver {
  const { order, below } = findOrder(size, couplings);
  const place = new Map<string, number>();
  const rows: number[] = [];
  const starts = [0];
  for (const [step, others] of below.entries()) {
    for (const row of others) {
      place.set(`${row} ${order[step]}`, rows.length);
      rows.push(row);
    }
    starts.push(rows.length);
  }
  const constant = new Float64Array(rows.length);
  for (const { a, b, value } of couplings) {
    constant[(place.get(`${a} ${b}`) ?? place.get(`${b} ${a}`))!]! += value;
  }
  /** For each pair of entries in a column, the index from which their product is subtracted. */
  const targets: number[] = [];
  for (const others of below) {
    for (const [index, row] of others.entries()) {
      for (const other of others.slice(index + 1)) {
        targets.push((place.get(`${row} ${other}`) ?? place.get(`${other} ${row}`))!);
      }
    }
  }
  return createPasses(
    Int32Array.from(order),
    Int32Array.from(starts),
    Int32Array.from(rows),
    Int32Array.from(targets),
    constant,
  );
}

const createPasses = (
  order: Int32Array,
  starts: Int32Array,
  rows: Int32Array,
  targets: Int32Array,
  constant: Float64Array,
): SparseSolver => {
  const size = order.length;
  const diagonal = new Float64Array(size);
  const inverse = new Float64Array(size);
  const pivots = new Float64Array(size);
  const lower = new Float64Array(constant.length);
  /** The column of each entry, for passes without an inner loop. */
  const columns = new Int32Array(constant.length);
  for (let step = 0; step < size; step++) columns.fill(order[step]!, starts[step]!, starts[step + 1]!);
  return {
    diagonal,
    factor() {
      for (let one = 0; one < lower.length; one++) lower[one] = constant[one]!;
      for (let place = 0; place < size; place++) pivots[place] = diagonal[place]!;
      let target = 0;
      for (let step = 0; step < size; step++) {
        const column = order[step]!;
        const reciprocal = 1 / pivots[column]!;
        inverse[column] = reciprocal;
        const end = starts[step + 1]!;
        for (let one = starts[step]!; one < end; one++) {
          const value = lower[one]!;
          const scaled = value * reciprocal;
          pivots[rows[one]!]! -= value * scaled;
          for (let other = one + 1; other < end; other++)
            lower[targets[target++]!]! -= scaled * lower[other]!;
          lower[one] = scaled;
        }
      }
    },
    solve(vector) {
      for (let one = 0; one < lower.length; one++)
        vector[rows[one]!]! -= lower[one]! * vector[columns[one]!]!;
      for (let place = 0; place < size; place++) vector[place]! *= inverse[place]!;
      for (let one = lower.length - 1; one >= 0; one--)
        vector[columns[one]!]! -= lower[one]! * vector[rows[one]!]!;
    },
  };
};

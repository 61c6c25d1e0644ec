/** Solves a small linear system by Gaussian elimination with pivoting. Does not change its arguments. */
export const solveLinearSystem = (matrix: Float64Array, rightHandSide: Float64Array): Float64Array => {
  const size = rightHandSide.length;
  const m = matrix.slice();
  const x = rightHandSide.slice();
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(m[row * size + column]!) > Math.abs(m[pivot * size + column]!)) pivot = row;
    const head = m[pivot * size + column]!;
    if (Math.abs(head) < 1e-12) continue;
    if (pivot !== column) {
      for (let k = 0; k < size; k++) {
        const kept = m[column * size + k]!;
        m[column * size + k] = m[pivot * size + k]!;
        m[pivot * size + k] = kept;
      }
      const kept = x[column]!;
      x[column] = x[pivot]!;
      x[pivot] = kept;
    }
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const share = m[row * size + column]! / head;
      if (share === 0) continue;
      for (let k = column; k < size; k++) m[row * size + k]! -= share * m[column * size + k]!;
      x[row]! -= share * x[column]!;
    }
  }
  for (let row = 0; row < size; row++) {
    const head = m[row * size + row]!;
    x[row] = Math.abs(head) < 1e-12 ? 0 : x[row]! / head;
  }
  return x;
};

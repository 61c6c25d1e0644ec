/** The mean of a plane over the pixels with these indexes. */
export const meanOf = (plane: Float32Array, members: Int32Array): number => {
  let sum = 0;
  for (const i of members) sum += plane[i]!;
  return sum / members.length;
};

/**
 * Moves labels apart: positions at least `gap` from each other, in the order given by their wishes, as near to their wishes as
 * that allows, inside `low` .. `high` as long as they fit.
 */
export function spread(wishes: readonly number[], gap: number, low = -Infinity, high = Infinity): number[] {
  const order = wishes.map((_, i) => i).sort((a, b) => (wishes[a] as number) - (wishes[b] as number));
  // Neighbours that would touch form a block that sits at the mean of its members' wishes.
  const blocks: { members: number[]; start: number }[] = [];
  const settle = (members: number[]): { members: number[]; start: number } => {
    const mean = members.reduce((sum, m, k) => sum + (wishes[m] as number) - k * gap, 0) / members.length;
    const span = (members.length - 1) * gap;
    return { members, start: Math.max(low, Math.min(mean, high - span)) };
  };
  for (const i of order) {
    let block = settle([i]);
    for (
      let last = blocks.at(-1);
      last && last.start + last.members.length * gap > block.start;
      last = blocks.at(-1)
    ) {
      blocks.pop();
      block = settle([...last.members, ...block.members]);
    }
    blocks.push(block);
  }
  const placed = new Array<number>(wishes.length).fill(0);
  for (const { members, start } of blocks) {
    members.forEach((m, k) => {
      placed[m] = start + k * gap;
    });
  }
  return placed;
}

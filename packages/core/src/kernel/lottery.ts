/** Spreads a text over 32 bits (FNV-1a with a final mix); the same everywhere. */
function mix(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The lottery numbers of people, from 1: drawn from a seed, so that anybody can draw them again. */
export function drawLottery(userIds: readonly number[], seed: string): Map<number, number> {
  const drawn = [...new Set(userIds)].map((id) => ({ id, value: mix(`${seed}:${id}`) }));
  drawn.sort((one, other) => one.value - other.value || one.id - other.id);
  return new Map(drawn.map(({ id }, place) => [id, place + 1]));
}

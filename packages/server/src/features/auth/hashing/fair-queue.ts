/** How many may wait: in one lane, and in all of them together. */
export interface QueueLimits {
  lane: number;
  total: number;
}

/**
 * Items in lanes, one lane after the other: whoever sends a thousand waits for a thousand, everybody else for one of
 * each lane.
 */
export function createFairQueue<T>({ lane: laneLimit, total }: QueueLimits) {
  /** In the order of their turns. */
  const lanes = new Map<string, T[]>();
  let size = 0;
  return {
    size: () => size,

    /** False: there is no room. */
    push(lane: string, item: T): boolean {
      const items = lanes.get(lane) ?? [];
      if (size >= total || items.length >= laneLimit) return false;
      items.push(item);
      lanes.set(lane, items);
      size += 1;
      return true;
    },

    /** The next item; its lane goes to the end. */
    take(): T | undefined {
      const [next] = lanes;
      if (!next) return undefined;
      const [lane, items] = next;
      const item = items.shift();
      lanes.delete(lane);
      if (items.length > 0) lanes.set(lane, items);
      size -= 1;
      return item;
    },
  };
}

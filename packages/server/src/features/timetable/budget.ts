/** What is kept of one school. */
export interface Kept {
  /** Its size as counted by the budget. */
  bytes: number;
  /** Loads in progress: it is not evicted meanwhile, or the next reader would load the same again. */
  uses: number;
}

/** What is kept of all schools, within one size: the school that was used longest ago is evicted first. */
export function createBudget<K extends Kept>(maximum: number) {
  // In the order of their last use.
  const schools = new Map<number, K>();
  let newest: K | undefined;
  let bytes = 0;

  function remove(id: number): void {
    const kept = schools.get(id);
    if (!kept) return;
    schools.delete(id);
    bytes -= kept.bytes;
    // It must not stay alive because it was used last.
    if (newest === kept) newest = undefined;
  }

  function fit(): void {
    if (bytes <= maximum) return;
    for (const [id, kept] of schools) {
      if (bytes <= maximum) return;
      if (kept.uses === 0) remove(id);
    }
  }

  return {
    size: () => ({ schools: schools.size, bytes }),

    /** What is kept of a school, without using it. */
    peek: (id: number): K | undefined => schools.get(id),

    /** What is kept of a school, which is the newest now. */
    use(id: number): K | undefined {
      const found = schools.get(id);
      if (!found || found === newest) return found;
      schools.delete(id);
      schools.set(id, found);
      newest = found;
      return found;
    },

    put(id: number, kept: K): void {
      remove(id);
      schools.set(id, kept);
      newest = kept;
      bytes += kept.bytes;
    },

    /** Counts bytes that were added (or, negative, removed). What is not kept any more is not counted either. */
    count(id: number, kept: K, added: number): void {
      if (schools.get(id) !== kept) return;
      kept.bytes += added;
      bytes += added;
      fit();
    },

    remove,
    fit,

    clear(): void {
      schools.clear();
      newest = undefined;
      bytes = 0;
    },
  };
}

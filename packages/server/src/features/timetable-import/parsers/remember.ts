/** Most answers that are kept, and the longest texts: enough for the dates and times of any plan, and little memory. */
const MOST = 5000;
const LONGEST = 12;

/** A pure function of a short text that keeps its answers: a plan says the same few dates and times thousands of times. */
export function remember<T extends string | null>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const answer = work(text);
    if (text.length <= LONGEST) {
      if (known.size >= MOST) known.clear();
      known.set(text, answer);
    }
    return answer;
  };
}

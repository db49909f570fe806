/** Most answers that are kept, and the longest texts: enough for the dates and times of any plan, and little memory. */
const MOST = 5000;
const LONGEST = 12;

/**
 * A pure function of a text that keeps its answers: a plan says the same few dates, times and rules thousands of times.
 * @param longest texts with more characters are worked out each time
 * @param most so many answers are kept, then all are forgotten
 */
export function remember<T extends string | boolean | object | null>(
  work: (text: string) => T,
  { longest = LONGEST, most = MOST } = {},
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const answer = work(text);
    if (text.length <= longest) {
      if (known.size >= most) known.clear();
      known.set(text, answer);
    }
    return answer;
  };
}

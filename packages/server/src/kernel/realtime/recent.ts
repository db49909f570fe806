/** How long it is known which rooms were told something, ms. */
const KEPT = 120_000;
/** How long the age that a client says may be on its way, ms. */
const MARGIN = 5_000;

/** Which rooms were told something of late. A page opens its connection after its first answers: what it fetched may be old by then. */
export class RecentRooms {
  readonly #now: () => number;
  readonly #startedAt: number;
  readonly #told = new Map<string, number>();
  #tidiedAt: number;

  /** @param now ms, of a clock that only goes forward */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#startedAt = now();
    this.#tidiedAt = this.#startedAt;
  }

  /** How many rooms are known. */
  get size(): number {
    return this.#told.size;
  }

  tell(rooms: Iterable<string>): void {
    const now = this.#now();
    for (const room of rooms) this.#told.set(room, now);
    if (now - this.#tidiedAt < KEPT) return;
    this.#tidiedAt = now;
    for (const [room, at] of this.#told) if (now - at > KEPT) this.#told.delete(room);
  }

  /**
   * May one of these rooms have been told something since then? What is not known any more, or not yet, may have been.
   * @param age ms; not a number where the client says none
   */
  wereToldWithin(rooms: Iterable<string>, age: number): boolean {
    // Programs that keep nothing say no age.
    if (!(age >= 0)) return false;
    const since = this.#now() - age - MARGIN;
    if (age + MARGIN > KEPT || this.#now() - age < this.#startedAt) return true;
    return [...rooms].some((room) => (this.#told.get(room) ?? Number.NEGATIVE_INFINITY) >= since);
  }
}

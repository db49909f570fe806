/** Numbers below a limit, each once, of which one can be drawn by its position. */
export class Bag {
  private readonly members: number[] = [];
  private readonly places: Int32Array;

  constructor(limit: number) {
    this.places = new Int32Array(limit).fill(-1);
  }

  get size(): number {
    return this.members.length;
  }

  at(position: number): number {
    return this.members[position] as number;
  }

  set(member: number, isIn: boolean): void {
    const place = this.places[member] as number;
    if (isIn === place >= 0) return;
    if (isIn) {
      this.places[member] = this.members.push(member) - 1;
      return;
    }
    const last = this.members.pop() as number;
    if (last !== member) {
      this.members[place] = last;
      this.places[last] = place;
    }
    this.places[member] = -1;
  }
}

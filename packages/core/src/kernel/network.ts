/** An edge of a network: its capacity goes down, that of its counterpart up, as it is used. */
interface Edge {
  readonly to: number;
  readonly cost: number;
  capacity: number;
}

/** A network with the cheapest way through it, found again and again (successive shortest paths). */
export class Network {
  private readonly edges: Edge[] = [];
  private readonly from: number[][] = [];

  node(): number {
    return this.from.push([]) - 1;
  }

  /** An edge that so many units can pass, each at this cost. */
  link(from: number, to: number, cost: number, capacity = 1): number {
    const number = this.edges.length;
    this.edges.push({ to, cost, capacity }, { to: from, cost: -cost, capacity: 0 });
    this.from[from]?.push(number);
    this.from[to]?.push(number + 1);
    return number;
  }

  /** Does a unit pass an edge of capacity 1? */
  isUsed(number: number): boolean {
    return this.edges[number]?.capacity === 0;
  }

  /** Sends one more unit on the cheapest way; false: there is no way. */
  augment(source: number, sink: number): boolean {
    const distance = new Float64Array(this.from.length).fill(Number.POSITIVE_INFINITY);
    const came = new Int32Array(this.from.length).fill(-1);
    const isWaiting = new Uint8Array(this.from.length);
    const queue = [source];
    distance[source] = 0;
    for (let at = 0; at < queue.length; at += 1) {
      const node = queue[at] as number;
      isWaiting[node] = 0;
      for (const number of this.from[node] as number[]) {
        const { to, cost, capacity } = this.edges[number] as Edge;
        const length = (distance[node] as number) + cost;
        if (capacity === 0 || length >= (distance[to] as number)) continue;
        distance[to] = length;
        came[to] = number;
        if (isWaiting[to] === 0) queue.push(to);
        isWaiting[to] = 1;
      }
    }
    if (came[sink] === -1) return false;
    for (let node = sink; node !== source; ) {
      const number = came[node] as number;
      const [used, counterpart] = [this.edges[number] as Edge, this.edges[number ^ 1] as Edge];
      used.capacity -= 1;
      counterpart.capacity += 1;
      node = counterpart.to;
    }
    return true;
  }
}

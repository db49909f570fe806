/** An edge of a network: its capacity goes down, that of its counterpart up, as it is used. */
interface Edge {
  readonly to: number;
  readonly cost: number;
  capacity: number;
}

/** Somebody who may take a task, at which cost. */
export interface Offer {
  readonly task: number;
  readonly person: number;
  readonly cost: number;
}

/** Whoever has a task of a group can have no other of it: they are at the same time. */
export interface Assigning {
  /** The group of each task. */
  readonly groups: readonly number[];
  readonly people: number;
  readonly offers: readonly Offer[];
  /**
   * What the first, second, … task of somebody costs beyond its offers, ascending; as many as they may have at most.
   */
  readonly loads: readonly (readonly number[])[];
}

/** A network with the cheapest way through it, found again and again (successive shortest paths). */
class Network {
  private readonly edges: Edge[] = [];
  private readonly from: number[][] = [];

  node(): number {
    return this.from.push([]) - 1;
  }

  link(from: number, to: number, cost: number): number {
    const number = this.edges.length;
    this.edges.push({ to, cost, capacity: 1 }, { to: from, cost: -cost, capacity: 0 });
    this.from[from]?.push(number);
    this.from[to]?.push(number + 1);
    return number;
  }

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

/**
 * Gives tasks to people: as many as can be given, and of all such ways one of the smallest cost. Costs are whole numbers.
 * @returns the person of each task; null: nobody
 */
export function assign({ groups, people, offers, loads }: Assigning): (number | null)[] {
  const network = new Network();
  const source = network.node();
  const sink = network.node();
  const tasks = groups.map(() => network.node());
  const persons = Array.from({ length: people }, () => network.node());
  /** One node for each person and time, passed once. */
  const times = new Map<string, number>();
  const timeOf = (person: number, group: number): number => {
    const key = `${person}|${group}`;
    const known = times.get(key);
    if (known !== undefined) return known;
    const node = network.node();
    network.link(node, persons[person] as number, 0);
    times.set(key, node);
    return node;
  };
  for (const task of tasks) network.link(source, task, 0);
  const given = offers.map(({ task, person, cost }) =>
    network.link(tasks[task] as number, timeOf(person, groups[task] as number), cost),
  );
  for (const [person, costs] of loads.entries())
    for (const cost of costs) network.link(persons[person] as number, sink, cost);
  while (network.augment(source, sink));
  const found: (number | null)[] = groups.map(() => null);
  for (const [index, number] of given.entries()) {
    const { task, person } = offers[index] as Offer;
    if (network.isUsed(number)) found[task] = person;
  }
  return found;
}

import { Network } from '../../kernel/network.ts';

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

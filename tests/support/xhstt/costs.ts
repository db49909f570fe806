import type { TimeGroup, XhsttConstraint, XhsttInstance, XhsttMeet } from './read.ts';

/** What a solution costs: `hard` is called infeasibility, `soft` the objective value. */
export interface XhsttCosts {
  readonly hard: number;
  readonly soft: number;
  /** The share of each kind of constraint that is broken. */
  readonly kinds: Readonly<Record<string, number>>;
}

interface Plan {
  readonly instance: XhsttInstance;
  /** Meets of each event; what a solution does not name has neither time nor resources. */
  readonly meets: readonly (readonly XhsttMeet[])[];
  /** How many meets each resource has at each time. */
  readonly busy: readonly Uint8Array[];
}

const sum = <T>(list: Iterable<T>, value: (one: T) => number) => {
  let total = 0;
  for (const one of list) total += value(one);
  return total;
};
const outside = (count: number, { minimum, maximum }: Pick<TimeGroup, 'minimum' | 'maximum'>) =>
  Math.max(0, minimum - count, count - maximum);

function toPlan(instance: XhsttInstance, meets: readonly XhsttMeet[]): Plan {
  const byEvent = Map.groupBy(meets, ({ event }) => event);
  const busy = instance.resources.map(() => new Uint8Array(instance.times.length));
  for (const { time, duration, resources } of meets)
    for (const resource of resources) {
      const row = resource === null ? undefined : busy[resource];
      if (time === null || !row) continue;
      for (let at = time; at < time + duration; at += 1) row[at] = (row[at] as number) + 1;
    }
  const all = instance.events.map(({ duration, resources }, event): readonly XhsttMeet[] => {
    const known = byEvent.get(event) ?? [];
    const missing = duration - sum(known, (one) => one.duration);
    if (missing <= 0) return known;
    return [...known, { event, duration: missing, time: null, resources: resources.map(({ resource }) => resource) }];
  });
  return { instance, meets: all, busy };
}

/** How far an event, a group of events or a resource is from what a constraint asks for; the sum over all of them. */
type Rule = (constraint: XhsttConstraint, plan: Plan) => number;

const ofEvents =
  (deviation: (meets: readonly XhsttMeet[], constraint: XhsttConstraint) => number): Rule =>
  (constraint, { meets }) =>
    sum(constraint.events, (event) => deviation(meets[event] as readonly XhsttMeet[], constraint));

const ofResources =
  (deviation: (busy: Uint8Array, constraint: XhsttConstraint) => number): Rule =>
  (constraint, { busy }) =>
    sum(constraint.resources, (resource) => deviation(busy[resource] as Uint8Array, constraint));

/** Of the resources of a role that an event leaves open, the time for which something holds. */
const ofChoices =
  (isWrong: (chosen: number | null, constraint: XhsttConstraint) => boolean): Rule =>
  (constraint, { instance, meets }) =>
    sum(constraint.events, (event) =>
      sum(instance.events[event]?.resources.entries() ?? [], ([place, { resource, role }]) =>
        resource !== null || role !== constraint.role
          ? 0
          : sum(meets[event] ?? [], (one) => (isWrong(one.resources[place] ?? null, constraint) ? one.duration : 0)),
      ),
    );

const busyTimes = (busy: Uint8Array, times: Iterable<number>) => sum(times, (time) => (busy[time] ? 1 : 0));

/** Free times between busy ones of one group. */
function idleTimes(busy: Uint8Array, { times }: TimeGroup): number {
  const places = [...times.keys()].filter((place) => busy[times[place] as number]);
  return places.length === 0 ? 0 : (places.at(-1) as number) - (places[0] as number) + 1 - places.length;
}

const RULES: Readonly<Record<string, Rule>> = {
  AssignTime: ofEvents((meets) => sum(meets, ({ time, duration }) => (time === null ? duration : 0))),
  AssignResource: ofChoices((chosen) => chosen === null),
  PreferResources: ofChoices((chosen, { preferred }) => chosen !== null && !preferred.has(chosen)),
  PreferTimes: ofEvents((meets, { times, duration }) =>
    sum(meets, (one) =>
      one.time !== null && (duration === null || one.duration === duration) && !times.has(one.time) ? one.duration : 0,
    ),
  ),
  SplitEvents: ofEvents(
    (meets, { durations: { shortest, longest, fewest, most } }) =>
      sum(meets, ({ duration }) => (duration < shortest || duration > longest ? 1 : 0)) +
      outside(meets.length, { minimum: fewest, maximum: most }),
  ),
  DistributeSplitEvents: ofEvents((meets, constraint) =>
    outside(
      sum(meets, ({ duration }) => (duration === constraint.duration ? 1 : 0)),
      constraint,
    ),
  ),
  SpreadEvents: ({ groups, timeGroups }, { meets }) =>
    sum(groups, (events) =>
      sum(timeGroups, (group) =>
        outside(
          sum(events, (event) =>
            sum(meets[event] ?? [], ({ time }) => (time !== null && group.times.includes(time) ? 1 : 0)),
          ),
          group,
        ),
      ),
    ),
  AvoidClashes: ofResources((busy) => sum(busy, (count) => Math.max(0, count - 1))),
  AvoidUnavailableTimes: ofResources((busy, { times }) => busyTimes(busy, times)),
  LimitIdleTimes: ofResources((busy, constraint) =>
    outside(
      sum(constraint.timeGroups, (group) => idleTimes(busy, group)),
      constraint,
    ),
  ),
  ClusterBusyTimes: ofResources((busy, constraint) =>
    outside(
      sum(constraint.timeGroups, ({ times }) => Math.min(1, busyTimes(busy, times))),
      constraint,
    ),
  ),
  LimitBusyTimes: ofResources((busy, { timeGroups, minimum, maximum }) =>
    sum(timeGroups, ({ times }) => {
      const count = busyTimes(busy, times);
      return count === 0 ? 0 : outside(count, { minimum, maximum });
    }),
  ),
};

/** Works out what a solution costs. Throws at a kind of constraint that none of our instances has. */
export function costsOfXhstt(instance: XhsttInstance, solution: readonly XhsttMeet[]): XhsttCosts {
  const plan = toPlan(instance, solution);
  const kinds: Record<string, number> = {};
  let [hard, soft] = [0, 0];
  for (const constraint of instance.constraints) {
    const rule = RULES[constraint.kind];
    if (!rule) throw new Error(`the constraint ${constraint.kind} is not known`);
    const cost = constraint.weight * rule(constraint, plan);
    if (cost > 0) kinds[constraint.kind] = (kinds[constraint.kind] ?? 0) + cost;
    if (constraint.isHard) hard += cost;
    else soft += cost;
  }
  return { hard, soft, kinds };
}

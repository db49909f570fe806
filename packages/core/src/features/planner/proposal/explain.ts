import { type Model, type Placement, RESOURCE_KINDS, type ResourceKind, type Unit } from './model.ts';
import { State } from './state.ts';

/** Something that another lesson needs at a time. */
export interface Blocker {
  readonly resource: number;
  readonly lesson_ids: readonly number[];
  /** The other lesson stays where it is. */
  readonly is_pinned: boolean;
}

/** Why a lesson could not be placed (D-8.08). */
export interface Explanation {
  readonly lesson_ids: readonly number[];
  /** Each possible begin with what stands in its way. */
  readonly times: readonly { readonly start: number; readonly blockers: readonly Blocker[] }[];
  /** The same, grouped: what is in the way at how many begins, and at how many of them nothing else is. */
  readonly resources: readonly { readonly resource: number; readonly times: number; readonly alone: number }[];
  /** How many begins would be free if the rule of one kind gave: a teacher, class, room or course twice at a time. */
  readonly loosened: Readonly<Record<ResourceKind, number>>;
}

const lessonsOf = (unit: Unit | undefined) => (unit?.lessons ?? []).map(({ lesson_id }) => lesson_id);

/** What stands in the way of a unit at every time at which it could be, in a finished plan. */
export function explain(model: Model, placements: readonly Placement[], index: number): Explanation {
  const state = new State(model);
  for (const [unit, placement] of placements.entries())
    if (placement && unit !== index) state.put(unit, placement.start, placement.rooms);
  const unit = model.units[index] as Unit;
  const times = unit.starts.map((start) => {
    const blockers = unit.uses.flatMap((use): Blocker[] =>
      [...state.rivalsOf(use, start)].map((rival) => toBlocker(model, use.resource, rival)),
    );
    const full = state.pickRooms(index, start) === null ? unit.rooms : [];
    for (const need of full) {
      const held = need.rooms.map((room) => [...state.roomRivals(need, room, start)]);
      if (held.every((rivals) => rivals.length > 0))
        blockers.push(toBlocker(model, need.rooms[0] as number, held[0]?.[0] as number));
    }
    return { start, blockers };
  });
  const resources = new Map<number, { resource: number; times: number; alone: number }>();
  const loosened: Record<ResourceKind, number> = { teacher: 0, grade: 0, bookable: 0, course: 0 };
  for (const { blockers } of times) {
    const inTheWay = new Set(blockers.map(({ resource }) => resource));
    for (const resource of inTheWay) {
      const known = resources.get(resource) ?? { resource, times: 0, alone: 0 };
      known.times += 1;
      if (inTheWay.size === 1) known.alone += 1;
      resources.set(resource, known);
    }
    const kinds = new Set([...inTheWay].map((resource) => model.resources[resource]?.kind));
    for (const kind of RESOURCE_KINDS) if (kinds.size === 1 && kinds.has(kind)) loosened[kind] += 1;
  }
  return {
    lesson_ids: lessonsOf(unit),
    times,
    resources: [...resources.values()].sort((one, other) => other.times - one.times || other.alone - one.alone),
    loosened,
  };
}

function toBlocker(model: Model, resource: number, rival: number): Blocker {
  const unit = model.units[rival];
  return { resource, lesson_ids: lessonsOf(unit), is_pinned: unit?.fixed !== null };
}

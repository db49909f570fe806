import { explain } from './explain.ts';
import { type Model, type Placement, type ResourceKind, SOFT_RULES } from './model.ts';

/** Where a lesson came to be. */
export interface LessonPlace {
  readonly lesson_id: number;
  /** `day * DAY_BITS + period`, both from 0; null: it has no place. */
  readonly start: number | null;
  /** The rooms that it got, each for the one that it had; null: it had none. */
  readonly rooms: readonly { readonly instead_of: number | null; readonly bookable_id: number }[];
}

/** The place of each lesson that was not pinned. */
export function lessonPlaces(model: Model, placements: readonly Placement[]): LessonPlace[] {
  return model.units.flatMap((unit, index): LessonPlace[] => {
    if (unit.fixed !== null) return [];
    const placement = placements[index];
    return unit.lessons.map(({ lesson_id, offset }): LessonPlace => {
      if (!placement) return { lesson_id, start: null, rooms: [] };
      const rooms = unit.rooms.flatMap((need, at) => {
        const room = model.resources[placement.rooms[at] as number];
        return need.lesson_id === lesson_id && room ? [{ instead_of: need.bookable_id, bookable_id: room.id }] : [];
      });
      return { lesson_id, start: placement.start + offset, rooms };
    });
  });
}

/** The plan that a proposal was made from, with the first room of each lesson. */
export const givenPlacements = (model: Model): Placement[] =>
  model.units.map(({ given, rooms }) =>
    given === null ? null : { start: given, rooms: rooms.map((need) => need.rooms[0] as number) },
  );

/** Somebody, or a room, by kind and id instead of by number in the model. */
export interface NamedResource {
  readonly kind: ResourceKind;
  readonly id: number;
}

/** Why a unit has no place, without the numbers of the model. */
export interface OpenUnit {
  readonly lesson_ids: readonly number[];
  readonly times: readonly { readonly start: number; readonly blockers: readonly NamedResource[] }[];
  readonly resources: readonly (NamedResource & { readonly times: number; readonly alone: number })[];
  readonly loosened: Readonly<Record<ResourceKind, number>>;
}

/** Why the first of the units without a place have none. */
export function openUnitsOf(model: Model, placements: readonly Placement[], most: number): OpenUnit[] {
  const named = (resource: number): NamedResource => {
    const { kind, id } = model.resources[resource] as Model['resources'][number];
    return { kind, id };
  };
  const open = [...placements.keys()].filter((unit) => placements[unit] === null);
  return open.slice(0, most).map((unit): OpenUnit => {
    const { lesson_ids, times, resources, loosened } = explain(model, placements, unit);
    return {
      lesson_ids,
      times: times.map(({ start, blockers }) => ({
        start,
        blockers: [...new Set(blockers.map(({ resource }) => resource))].map(named),
      })),
      resources: resources.map(({ resource, ...counts }) => ({ ...named(resource), ...counts })),
      loosened,
    };
  });
}

/** Weights in which no rule counts. */
export const NO_WEIGHTS = Object.fromEntries(SOFT_RULES.map((rule) => [rule, 0])) as Model['weights'];

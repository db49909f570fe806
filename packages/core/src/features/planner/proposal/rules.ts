import { BUSY, GAPS, lacksLunch } from './masks.ts';
import {
  DAY_BITS,
  HARD_PRICE,
  isSpread,
  type Model,
  mostOfSeries,
  priceOf,
  type Resource,
  type Series,
} from './model.ts';

/**
 * What a search makes small, beside what each lesson costs by its own place. Both are asked for whatever a move has touched
 * only; a cost of `HARD_PRICE` or more says that something is broken that must hold, and is mended first.
 */
export interface Rules {
  /** What the week of a resource costs. `masks` from `base` on: its busy periods by day and week kind, as bits. */
  resource(index: number, masks: Uint16Array, base: number): number;
  /** What the days of a series cost. `counts` from `base` on: its units by day and week kind. */
  series(index: number, counts: Uint8Array, base: number): number;
}

/** The rules of a school, with its weights (D-8.06). */
export function schoolRules(model: Model): Rules {
  return {
    resource(index, masks, base) {
      const resource = model.resources[index] as Resource;
      if (resource.kind !== 'teacher' && resource.kind !== 'grade') return 0;
      return costOfWeek(model, resource, masks, base);
    },
    series: (index, counts, base) => costOfDays(model, model.series[index] as Series, counts, base),
  };
}

function costOfWeek(model: Model, resource: Resource, masks: Uint16Array, base: number): number {
  const isTeacher = resource.kind === 'teacher';
  let [gaps, singles, afternoons, days, hard] = [0, 0, 0, 0, 0];
  let [fullest, emptiest] = [0, DAY_BITS];
  for (let day = 0; day < model.days; day += 1) {
    const noon = model.afternoon[day] ?? DAY_BITS;
    let [dayGaps, dayBusy, isSingle, isLate, isHungry] = [0, 0, 0, 0, 0];
    for (let kind = 0; kind < model.kinds; kind += 1) {
      const mask = masks[base + day * model.kinds + kind] as number;
      if (mask === 0) continue;
      const busy = BUSY[mask] as number;
      const open = GAPS[isTeacher ? mask : mask & ((1 << noon) - 1)] as number;
      if (open > dayGaps) dayGaps = open;
      if (busy > dayBusy) dayBusy = busy;
      if (busy === 1) isSingle = 1;
      if (mask >> noon !== 0) isLate = 1;
      if (lacksLunch(mask, model.lunch[day] ?? 0)) isHungry = 1;
    }
    gaps += dayGaps;
    singles += isSingle;
    afternoons += isLate;
    hard += isHungry;
    if (dayBusy > 0) days += 1;
    if (dayBusy > fullest) fullest = dayBusy;
    if (dayBusy < emptiest) emptiest = dayBusy;
    if (resource.most_a_day !== null && dayBusy > resource.most_a_day) hard += dayBusy - resource.most_a_day;
  }
  if (resource.most_days !== null && days > resource.most_days) hard += days - resource.most_days;
  if (!isTeacher)
    return (hard + gaps) * HARD_PRICE + priceOf(model, 'uneven') * Math.max(0, fullest - emptiest - 1) ** 2;
  return (
    hard * HARD_PRICE +
    priceOf(model, 'gaps') * (gaps + Math.max(0, gaps - 2) ** 2) +
    priceOf(model, 'single_days') * singles +
    priceOf(model, 'afternoons') * afternoons ** 2
  );
}

function costOfDays(model: Model, series: Series, counts: Uint8Array, base: number): number {
  const most = mostOfSeries(series, model.days);
  let [hard, neighbours, before] = [0, 0, 0];
  for (let day = 0; day < model.days; day += 1) {
    let count = 0;
    for (let kind = 0; kind < model.kinds; kind += 1)
      count = Math.max(count, counts[base + day * model.kinds + kind] as number);
    if (count > most) hard += count - most;
    if (count > 0 && before > 0) neighbours += 1;
    before = count;
  }
  const soft = isSpread(series, model.days) ? neighbours * priceOf(model, 'neighbours') : 0;
  return hard * HARD_PRICE + soft;
}

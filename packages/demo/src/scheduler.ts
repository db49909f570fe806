import type { Random } from './random.ts';

/** Weeks as bits: 1 = week A, 2 = week B, 3 = every week. */
export type WeekMask = 1 | 2 | 3;

/** One lesson of an appointment: needs its teacher and one of these rooms, best first. */
export interface Part {
  lesson: number;
  teacher: number;
  rooms: readonly number[];
  weeks: WeekMask;
}

/** Everything that happens together at one appointment: one lesson, two half groups, or all courses of a band. */
export interface Unit {
  length: number;
  grades: readonly number[];
  parts: readonly Part[];
  /** Allowed first slots; slot = day × hours + hour, both from 0. */
  starts: readonly number[];
  /** Units of one series should be on different days. */
  series: number;
  /** Cost of a slot besides conflicts, e.g. late afternoons. */
  slotCost: (start: number) => number;
}

export interface Grid {
  days: number;
  hours: number;
  grades: number;
  teachers: number;
  rooms: number;
}

/** Where a unit was placed; `rooms` is parallel to its parts. */
export interface Appointment {
  start: number;
  rooms: number[];
}

const FREE = -1;

/** Occupancy: one unit per resource, slot and week. */
function board(resources: number, slots: number) {
  const cells = new Int16Array(resources * slots * 2).fill(FREE);
  const at = (resource: number, slot: number, week: number) => (resource * slots + slot) * 2 + week;
  return {
    set(resource: number, slot: number, weeks: WeekMask, value: number): void {
      if (weeks & 1) cells[at(resource, slot, 0)] = value;
      if (weeks & 2) cells[at(resource, slot, 1)] = value;
    },
    collect(resource: number, slot: number, weeks: WeekMask, into: Set<number>): void {
      const a = weeks & 1 ? (cells[at(resource, slot, 0)] ?? FREE) : FREE;
      const b = weeks & 2 ? (cells[at(resource, slot, 1)] ?? FREE) : FREE;
      if (a !== FREE) into.add(a);
      if (b !== FREE) into.add(b);
    },
  };
}

/**
 * Places all units without a clash of grade, teacher or room, hardest units first. A unit that fits nowhere takes the
 * slot whose occupants are cheapest to move; these are queued again at a higher cost, so that the search does not
 * cycle. Deterministic for a given random source. Throws when it finds no plan.
 */
export function schedule(units: readonly Unit[], grid: Grid, random: Random, limit = 60_000): Appointment[] {
  const slots = grid.days * grid.hours;
  const grades = board(grid.grades, slots);
  const teachers = board(grid.teachers, slots);
  const rooms = board(grid.rooms, slots);
  const placed: (Appointment | undefined)[] = units.map(() => undefined);
  const price = new Float64Array(units.length).fill(30);
  const seriesDays = new Map<string, number>();

  const mark = (index: number, value: number): void => {
    const unit = units[index] as Unit;
    const appointment = placed[index] as Appointment;
    for (let slot = appointment.start; slot < appointment.start + unit.length; slot++) {
      for (const grade of unit.grades) grades.set(grade, slot, 3, value);
      unit.parts.forEach((part, i) => {
        teachers.set(part.teacher, slot, part.weeks, value);
        rooms.set(appointment.rooms[i] as number, slot, part.weeks, value);
      });
    }
    const key = `${unit.series}/${Math.floor(appointment.start / grid.hours)}`;
    seriesDays.set(key, (seriesDays.get(key) ?? 0) + (value === FREE ? -1 : 1));
  };

  const chargeOf = (conflicts: ReadonlySet<number>): number => {
    let sum = 0;
    for (const other of conflicts) sum += price[other] as number;
    return sum;
  };

  const roomsFor = (unit: Unit, start: number, conflicts: Set<number>): number[] => {
    const chosen: number[] = unit.parts.map(() => FREE);
    const order = unit.parts.map((_, i) => i);
    order.sort((a, b) => (unit.parts[a] as Part).rooms.length - (unit.parts[b] as Part).rooms.length);
    for (const i of order) {
      const part = unit.parts[i] as Part;
      let best = FREE;
      let bestCharge = Number.POSITIVE_INFINITY;
      let bestHolders = new Set<number>();
      for (const room of part.rooms) {
        const used = chosen.some((other, j) => other === room && ((unit.parts[j] as Part).weeks & part.weeks) !== 0);
        if (used) continue;
        const holders = new Set<number>();
        for (let slot = start; slot < start + unit.length; slot++) rooms.collect(room, slot, part.weeks, holders);
        for (const known of conflicts) holders.delete(known);
        const charge = chargeOf(holders);
        if (charge < bestCharge) [best, bestCharge, bestHolders] = [room, charge, holders];
        if (charge === 0) break;
      }
      if (best === FREE) throw new Error('an appointment asks for more rooms than the school has');
      chosen[i] = best;
      for (const holder of bestHolders) conflicts.add(holder);
    }
    return chosen;
  };

  const queue = units.map((_, i) => i);
  const weight = (unit: Unit) =>
    unit.parts.length * 4 + unit.length * 3 + unit.grades.length * 3 - unit.starts.length / 30;
  queue.sort((a, b) => weight(units[b] as Unit) - weight(units[a] as Unit) || a - b);

  for (let step = 0; queue.length > 0; step++) {
    if (step > limit) throw new Error(`no plan found, ${queue.length} appointments are left`);
    const index = queue.shift() as number;
    const unit = units[index] as Unit;
    let best: { appointment: Appointment; conflicts: Set<number>; cost: number } | undefined;
    for (const start of unit.starts) {
      const conflicts = new Set<number>();
      for (let slot = start; slot < start + unit.length; slot++) {
        for (const grade of unit.grades) grades.collect(grade, slot, 3, conflicts);
        for (const part of unit.parts) teachers.collect(part.teacher, slot, part.weeks, conflicts);
      }
      const sameDay = seriesDays.get(`${unit.series}/${Math.floor(start / grid.hours)}`) ?? 0;
      let cost = unit.slotCost(start) + sameDay * 35 + random.next() * 4;
      if (best !== undefined && cost + chargeOf(conflicts) >= best.cost) continue;
      const chosen = roomsFor(unit, start, conflicts);
      cost += chargeOf(conflicts);
      if (best === undefined || cost < best.cost) best = { appointment: { start, rooms: chosen }, conflicts, cost };
    }
    if (best === undefined) throw new Error('an appointment has no allowed slot');
    for (const other of best.conflicts) {
      mark(other, FREE);
      placed[other] = undefined;
      price[other] = (price[other] as number) + 6;
      queue.push(other);
    }
    placed[index] = best.appointment;
    mark(index, index);
  }
  return placed as Appointment[];
}

import { RAILS_MAXIMUM } from '../rails-rules.ts';
import { unmatched } from './match.ts';
import type { RailModel } from './model.ts';
import { type RailOption, unplaced } from './unplaced.ts';
import { QUARTERS, WHEN_BITS } from './when.ts';

/** What speaks against a distribution of courses over rails, counted. */
export interface LayoutCosts {
  /** Two courses of one teacher on one rail that meet in a quarter of the year. */
  readonly teachers: number;
  /** Courses above the most of their rail, in the quarter with most of them. */
  readonly crowded: number;
  /** Pupils and groups for which no rail is left. */
  readonly open: number;
}

interface Kind {
  readonly groups: readonly number[];
  readonly count: number;
  /** All of its groups run in the whole year. */
  readonly isWhole: boolean;
}

const range = (length: number) => Array.from({ length }, (_, at) => at);

/** Courses on rails, and what that costs, kept up to date as courses change their rail. */
export class Layout {
  readonly rail: Int8Array;
  private readonly model: RailModel;
  private readonly masks: Int32Array;
  /** By rail and quarter. */
  private readonly load: Int32Array;
  /** Pupils with the same groups are one kind. */
  private readonly kinds: readonly Kind[];
  private readonly kindsOf: readonly (readonly number[])[];
  private readonly openOf: Int32Array;
  private readonly rivals: readonly (readonly number[])[];
  private readonly stamps: Int32Array;
  private stamp = 0;
  private readonly owners = new Int8Array(RAILS_MAXIMUM + 8);
  private teachers = 0;
  private crowded = 0;
  private open = 0;

  constructor(model: RailModel, rail: readonly number[]) {
    this.model = model;
    this.rail = Int8Array.from(rail);
    const byGroups = Map.groupBy(model.pupils, ({ groups }) => groups.toSorted((one, other) => one - other).join());
    const isWhole = model.groups.map((parallel) => parallel.every((course) => model.bits[course] === WHEN_BITS.WHOLE));
    this.kinds = [...byGroups.values()].flatMap(([first, ...others]) =>
      first
        ? [{ groups: first.groups, count: 1 + others.length, isWhole: first.groups.every((group) => isWhole[group]) }]
        : [],
    );
    this.kindsOf = model.groups.map((_, group) =>
      this.kinds.flatMap(({ groups }, kind) => (groups.includes(group) ? [kind] : [])),
    );
    this.rivals = model.courses.map(({ teacher_ids }, course) =>
      model.courses.flatMap((other, number) =>
        number !== course &&
        ((model.bits[number] as number) & (model.bits[course] as number)) !== 0 &&
        other.teacher_ids.some((id) => teacher_ids.includes(id))
          ? [number]
          : [],
      ),
    );
    this.masks = new Int32Array(model.groups.length);
    this.load = new Int32Array(model.rails * QUARTERS);
    this.openOf = new Int32Array(this.kinds.length);
    this.stamps = new Int32Array(this.kinds.length);
    for (const group of model.groups.keys()) this.mask(group);
    for (const [course, number] of this.rail.entries()) this.weigh(course, number, 1);
    this.crowded = range(model.rails).reduce((sum, number) => sum + this.above(number), 0);
    this.teachers = this.rivals.flatMap((others, course) =>
      others.filter((other) => other > course && this.rail[other] === this.rail[course]),
    ).length;
    for (const kind of this.kinds.keys()) this.count(kind);
  }

  costs(): LayoutCosts {
    return { teachers: this.teachers, crowded: this.crowded, open: this.open };
  }

  /** One number: what cannot be at all outweighs every pupil. */
  energy(): number {
    return (this.teachers + this.crowded) * (this.model.pupils.length + 1) + this.open;
  }

  /** Puts courses on other rails at once. */
  set(changes: readonly (readonly [course: number, rail: number])[]): void {
    for (const [course, rail] of changes) this.move(course, rail);
    this.stamp += 1;
    for (const [course] of changes) {
      const { group } = this.model.courses[course] as RailModel['courses'][number];
      this.mask(group);
    }
    for (const [course] of changes) {
      const { group } = this.model.courses[course] as RailModel['courses'][number];
      for (const kind of this.kindsOf[group] as readonly number[]) {
        if (this.stamps[kind] === this.stamp) continue;
        this.stamps[kind] = this.stamp;
        this.count(kind);
      }
    }
  }

  private weigh(course: number, rail: number, by: 1 | -1): void {
    const bits = this.model.bits[course] as number;
    for (let quarter = 0; quarter < QUARTERS; quarter += 1)
      if (((bits >> quarter) & 1) === 1) this.load[rail * QUARTERS + quarter] = this.loadAt(rail, quarter) + by;
  }

  private loadAt(rail: number, quarter: number): number {
    return this.load[rail * QUARTERS + quarter] as number;
  }

  private above(rail: number): number {
    let most = this.model.most_courses;
    for (let quarter = 0; quarter < QUARTERS; quarter += 1) most = Math.max(most, this.loadAt(rail, quarter));
    return most - this.model.most_courses;
  }

  private move(course: number, rail: number): void {
    const former = this.rail[course] as number;
    this.crowded -= this.above(former) + (rail === former ? 0 : this.above(rail));
    this.weigh(course, former, -1);
    this.weigh(course, rail, 1);
    this.crowded += this.above(former) + (rail === former ? 0 : this.above(rail));
    for (const other of this.rivals[course] as readonly number[]) {
      if (this.rail[other] === former) this.teachers -= 1;
      if (this.rail[other] === rail) this.teachers += 1;
    }
    this.rail[course] = rail;
  }

  private mask(group: number): void {
    let mask = 0;
    for (const course of this.model.groups[group] as readonly number[]) mask |= 1 << (this.rail[course] as number);
    this.masks[group] = mask;
  }

  /** Where the courses of a group are, each rail and part of the year once. */
  private optionsOf(group: number): RailOption[] {
    const options = new Map<number, RailOption>();
    for (const course of this.model.groups[group] as readonly number[]) {
      const [rail, bits] = [this.rail[course] as number, this.model.bits[course] as number];
      options.set(rail * (1 << QUARTERS) + bits, { rail, bits });
    }
    return [...options.values()];
  }

  private count(kind: number): void {
    const { groups, count, isWhole } = this.kinds[kind] as Kind;
    const each = isWhole
      ? unmatched(
          groups.map((group) => this.masks[group] as number),
          this.owners,
        )
      : unplaced(
          groups.map((group) => this.optionsOf(group)),
          this.owners,
        );
    const open = count * each;
    this.open += open - (this.openOf[kind] as number);
    this.openOf[kind] = open;
  }
}

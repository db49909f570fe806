import { RAILS_MAXIMUM } from '../rails-rules.ts';
import { unmatched } from './match.ts';
import type { RailModel } from './model.ts';

/** What speaks against a distribution of courses over rails, counted. */
export interface LayoutCosts {
  /** Two courses of one teacher on one rail. */
  readonly teachers: number;
  /** Courses above the most of their rail. */
  readonly crowded: number;
  /** Pupils and groups for which no rail is left. */
  readonly open: number;
}

/** Courses on rails, and what that costs, kept up to date as courses change their rail. */
export class Layout {
  readonly rail: Int8Array;
  private readonly model: RailModel;
  private readonly masks: Int32Array;
  private readonly load: Int32Array;
  /** Pupils with the same groups are one kind. */
  private readonly kinds: readonly { readonly groups: readonly number[]; readonly count: number }[];
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
    this.kinds = [...byGroups.values()].flatMap((alike) =>
      alike[0] ? [{ groups: alike[0].groups, count: alike.length }] : [],
    );
    this.kindsOf = model.groups.map((_, group) =>
      this.kinds.flatMap(({ groups }, kind) => (groups.includes(group) ? [kind] : [])),
    );
    this.rivals = model.courses.map(({ teacher_ids }, course) =>
      model.courses.flatMap((other, number) =>
        number !== course && other.teacher_ids.some((id) => teacher_ids.includes(id)) ? [number] : [],
      ),
    );
    this.masks = new Int32Array(model.groups.length);
    this.load = new Int32Array(model.rails);
    this.openOf = new Int32Array(this.kinds.length);
    this.stamps = new Int32Array(this.kinds.length);
    for (const group of model.groups.keys()) this.mask(group);
    for (const number of this.rail) this.load[number] = (this.load[number] as number) + 1;
    this.crowded = this.load.reduce((sum, load) => sum + Math.max(0, load - model.most_courses), 0);
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

  private move(course: number, rail: number): void {
    const former = this.rail[course] as number;
    const most = this.model.most_courses;
    const above = (number: number) => Math.max(0, (this.load[number] as number) - most);
    this.crowded -= above(former) + (rail === former ? 0 : above(rail));
    this.load[former] = (this.load[former] as number) - 1;
    this.load[rail] = (this.load[rail] as number) + 1;
    this.crowded += above(former) + (rail === former ? 0 : above(rail));
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

  private count(kind: number): void {
    const { groups, count } = this.kinds[kind] as { groups: readonly number[]; count: number };
    const open =
      count *
      unmatched(
        groups.map((group) => this.masks[group] as number),
        this.owners,
      );
    this.open += open - (this.openOf[kind] as number);
    this.openOf[kind] = open;
  }
}

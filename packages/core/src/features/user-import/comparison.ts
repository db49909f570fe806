/** Whom a change of school year compares the school with: an uploaded list, or a directory (T-2.118). */
export const COMPARISON_TYPES = ['csv', 'data-sync'] as const;
export type ComparisonType = (typeof COMPARISON_TYPES)[number];

/** The steps of the comparison, in their order (T-2.111 to T-2.117). */
export const COMPARISON_STEPS = [
  'introduction',
  'remove-duplicated-users',
  'new-users-list',
  'auto-matches',
  'confirm-graduates',
  'confirm-new-students',
  'summary',
] as const;
export type ComparisonStep = (typeof COMPARISON_STEPS)[number];

/** The numbers that steps carry; two carry the same. */
export const STEP_NUMBERS: Readonly<Record<ComparisonStep, number>> = {
  introduction: 1,
  'remove-duplicated-users': 2,
  'new-users-list': 3,
  'auto-matches': 4,
  'confirm-graduates': 4,
  'confirm-new-students': 5,
  summary: 6,
};

/** A comparison and how far it has got. */
export interface Comparison {
  readonly type: ComparisonType;
  readonly step: ComparisonStep;
}

/** What the work of its steps depends on. */
export interface ComparisonFacts {
  /** A list is read and compared. */
  readonly is_read: boolean;
  /** People who wait for somebody's word. */
  readonly ambiguous: number;
}

/** The step after a step; null after the last. */
export const stepAfter = (step: ComparisonStep): ComparisonStep | null =>
  COMPARISON_STEPS[COMPARISON_STEPS.indexOf(step) + 1] ?? null;

const isDone = (step: ComparisonStep, { is_read, ambiguous }: ComparisonFacts): boolean =>
  step === 'new-users-list' ? is_read : step === 'auto-matches' ? ambiguous === 0 : true;

/** The step that a comparison is at: the one that was reached, or an earlier one whose work is not done any more (T-4.61). */
export function currentStep(reached: ComparisonStep, facts: ComparisonFacts): ComparisonStep {
  const before = COMPARISON_STEPS.slice(0, COMPARISON_STEPS.indexOf(reached));
  return before.find((step) => !isDone(step, facts)) ?? reached;
}

/** May this step be entered from the one that the comparison is at? One at a time, once the work is done (T-4.61). */
export function canEnter(step: ComparisonStep, reached: ComparisonStep, facts: ComparisonFacts): boolean {
  const at = currentStep(reached, facts);
  return stepAfter(at) === step && isDone(at, facts);
}

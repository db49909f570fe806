import { declareErrors } from '../../kernel/errors.ts';

/** Why a version of the plan is not made, changed or published. */
export const plannerErrors = declareErrors({
  /** What was to be copied is not there (T-5.28, T-8.05). */
  copy_not_found: 404,
  /** Somebody has changed one of these lessons since; `names` says who. */
  lesson_changed: 409,
  /** There is a course of the same subject with the same classes and teachers (T-8.02); `name` says which. */
  course_exists: 409,
  /** Something refers to it; `uses` says what. */
  unit_in_use: 409,
  /** An import brought it, and ends it. */
  unit_imported: 409,
  /** Something else has its short name by now. */
  unit_shortcut_taken: 409,
  /** The caller has nothing that is not published. */
  nothing_to_pop: 409,
  /** The caller has taken back nothing, or has done something else since. */
  nothing_to_redo: 409,
  /** The version was published once: it says what was in force. */
  version_published: 409,
  /** The version was changed since it was looked at; `names` says by whom. */
  version_changed: 409,
  /** Another plan was put in force since. */
  plan_moved: 409,
  /** No lesson of the version has a time. */
  version_empty: 409,
  /** The school computes a plan already. */
  proposal_running: 409,
  /** The operator has not switched on proposals for this school. */
  proposal_off: 403,
  /** The search has ended. */
  proposal_over: 409,
  /** The school puts courses on rails already. */
  rails_running: 409,
  /** The search for rails has ended. */
  rails_over: 409,
  /** Nobody of these classes takes a course that can be on a rail. */
  rails_empty: 409,
  /** There are more courses than one search takes; `max` says how many it takes. */
  rails_too_many: 409,
  /** The courses have no rails yet. */
  rails_not_done: 409,
  /** Its pupils are enrolled already. */
  rails_enrolled: 409,
  /** Its pupils are not enrolled. */
  rails_not_enrolled: 409,
  /** Pupils have other courses since; `names` says who. */
  rails_outdated: 409,
});

type Codes = typeof plannerErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}

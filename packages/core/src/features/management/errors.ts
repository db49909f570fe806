import { declareErrors } from '../../kernel/errors.ts';

/** Errors of running a school. */
export const managementErrors = declareErrors({
  /** Another version is in force by now, or the policy is for other people. */
  policy_replaced: 409,
  /** The operator has set no prices. */
  prices_missing: 409,
  /** The school has not said whom invoices are written to. */
  billing_missing: 409,
  /** A contract was made of the quotation already. */
  quotation_accepted: 409,
  /** The quotation does not hold any more. */
  quotation_over: 409,
  /** The end of the school is ordered already. */
  end_ordered: 409,
  /** The time has come: the school is being removed. */
  end_over: 409,
  /** There is an invoice of the contract already. */
  contract_invoiced: 409,
});

type Codes = typeof managementErrors;
declare module '../../kernel/errors.ts' {
  interface FeatureErrors extends Codes {}
}

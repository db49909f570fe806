import { forgetAudit } from '../../kernel/data/audit.ts';
import type { Feature } from '../../kernel/feature.ts';
import { auditHandlers } from './handlers.ts';
import { auditData } from './personal-data.ts';

export function auditFeature(): Feature {
  return { implemented: auditHandlers(), personalData: auditData, retain: { audit_log: forgetAudit } };
}

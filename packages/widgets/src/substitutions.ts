import { createSubstitutionsElement } from './features/monitor/substitutions.ts';
import { register } from './kernel/define-widget.ts';

register('kreide-substitutions', createSubstitutionsElement);

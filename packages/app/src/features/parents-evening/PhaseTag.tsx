import type { EveningPhase } from '@kreide/core/features/parents-evening';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';

/** Where an evening stands. */
export function PhaseTag({ phase }: { phase: EveningPhase }) {
  const { t } = useTranslation('parents-evening');
  return (
    <Tag
      look={
        phase === 'open' || phase === 'wishing'
          ? 'accent'
          : phase === 'allocating'
            ? 'warning'
            : phase === 'draft'
              ? 'dashed'
              : 'plain'
      }
    >
      {t(`phases.${phase}`)}
    </Tag>
  );
}

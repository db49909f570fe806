import type { Decision } from '@kreide/core/features/desk';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';

/** That a decision is not published yet, whether it will be by itself, and why it was not. */
export function DraftTags({ decision }: { decision: Decision | null }) {
  const { t } = useTranslation('desk');
  if (!decision?.is_draft) return null;
  const { due } = decision;
  return (
    <>
      <Tag look="dashed">{t('draft')}</Tag>
      {due && <Tag look={due === 'WAITING' ? 'plain' : 'warning'}>{t(`later.due.${due}`)}</Tag>}
    </>
  );
}

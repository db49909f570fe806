import { useTranslation } from '../../kernel/use-translation.ts';
import { Tag } from '../../ui/Tag.tsx';

interface TeacherTagsProps {
  teacher: { room: string; is_online: boolean; is_absent?: boolean };
}

/** Where a teacher is, in a word or two. */
export function TeacherTags({ teacher: { room, is_online, is_absent = false } }: TeacherTagsProps) {
  const { t } = useTranslation('parents-evening');
  if (is_absent) return <Tag>{t('absent')}</Tag>;
  return (
    <>
      {is_online && <Tag look="info">{t('online')}</Tag>}
      {!is_online && room !== '' && <Tag look="outline">{t('room', { room })}</Tag>}
    </>
  );
}

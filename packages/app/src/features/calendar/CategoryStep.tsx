import { EVENT_CATEGORIES } from '@kreide/core/features/calendar';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import type { EventFormState } from './use-event-form.ts';

/** The kind of event; choosing one leads back (C-4.60). */
export function CategoryStep({ form, onDone }: { form: EventFormState; onDone: () => void }) {
  const { t } = useTranslation('calendar');
  return (
    <RowList label={t('form.category')}>
      {EVENT_CATEGORIES.map((category) => (
        <ActionRow
          key={category}
          text={t(`category_${category}`)}
          end={form.values.category === category && <Icon name="check" size={20} />}
          onPress={() => {
            form.change({ category });
            onDone();
          }}
        />
      ))}
    </RowList>
  );
}

import { type Message, SEARCH_MAXIMUM, toExcerpt, toSearchWords } from '@kreide/core/features/channels';
import { writeMoment } from '@kreide/core/kernel';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../kernel/Loaded.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState } from '../../ui/States.tsx';
import styles from './Chat.module.css';
import { searchQueryOf } from './search-query.ts';

interface ChatSearchProps {
  chatId: number;
  /** Shows a message where it stands. */
  onFound: (seq: number) => void;
  onClose: () => void;
}

/** Search in a chat: what was found, and the way from one to the next. */
export function ChatSearch({ chatId, onFound, onClose }: ChatSearchProps) {
  const { t } = useTranslation('chat');
  const [text, setText] = useState('');
  const [q, setQ] = useState('');
  const [isListOpen, setListOpen] = useState(true);
  const [current, setCurrent] = useState<number | null>(null);
  const query = useInfiniteQuery(searchQueryOf(chatId, q));
  const { messages = [], hasMore = false } = query.data ?? {};
  const place = messages.findIndex(({ id }) => id === current);
  const count = messages.length;

  function ask(value: string) {
    setQ(value.trim());
    setCurrent(null);
    setListOpen(true);
  }
  useDebounced(text, ask);

  function show(message: Message | undefined) {
    if (!message) return;
    setCurrent(message.id);
    setListOpen(false);
    onFound(message.id);
    // The way back in time does not end where the page does.
    if (message === messages.at(-1) && hasMore) void query.fetchNextPage();
  }

  return (
    <search
      className={styles.search}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Escape' || text !== '') return;
        event.stopPropagation();
        onClose();
      }}
    >
      <SearchField
        label={t('searchField')}
        value={text}
        onChange={(value) => setText(value.slice(0, SEARCH_MAXIMUM))}
        onSubmit={(value) => (value.trim() === q ? show(messages[place + 1]) : ask(value))}
        autoFocus
      />
      <div className={styles.places}>
        <IconButton
          icon="chevronLeft"
          label={t('searchOlder')}
          isDisabled={place + 1 >= count}
          onPress={() => show(messages[place + 1])}
        />
        <IconButton
          icon="chevronRight"
          label={t('searchNewer')}
          isDisabled={place < 1}
          onPress={() => show(messages[place - 1])}
        />
        {count > 0 && (
          <Button look="quiet" aria-expanded={isListOpen} onPress={() => setListOpen(!isListOpen)}>
            {place < 0
              ? t('searchList')
              : t(hasMore ? 'searchPlaceMore' : 'searchPlace', { place: place + 1, total: count })}
          </Button>
        )}
        <Button look="quiet" onPress={onClose}>
          {t('searchClose')}
        </Button>
      </div>
      {q !== '' && isListOpen && (
        <Loaded
          query={{ ...query, data: query.data?.messages }}
          skeleton={{ type: 'list', label: t('loading') }}
          errorTitle={t('searchError')}
          empty={<EmptyState icon="search" title={t('searchNone')} text={t('searchNoneText')} />}
        >
          {(found) => (
            <ol className={styles.hits} aria-label={t('searchList')}>
              {found.map((message) => (
                <li key={message.uuid}>
                  <Hit message={message} q={q} isCurrent={message.id === current} onPress={() => show(message)} />
                </li>
              ))}
              {hasMore && (
                <li>
                  <Button
                    look="quiet"
                    wide
                    isPending={query.isFetchingNextPage}
                    onPress={() => void query.fetchNextPage()}
                  >
                    {t('searchMore')}
                  </Button>
                </li>
              )}
            </ol>
          )}
        </Loaded>
      )}
    </search>
  );
}

interface HitProps {
  message: Message;
  q: string;
  isCurrent: boolean;
  onPress: () => void;
}

/** One message that was found: who, when, and the words where they stand. */
function Hit({ message, q, isCurrent, onPress }: HitProps) {
  const { language } = useTranslation('chat');
  const { time_zone } = useSelf().school;
  const { content, file } = message;
  const text = [content, file?.name, file?.alt_name].filter(Boolean).join(' · ');
  let at = 0;
  return (
    <button type="button" className={styles.hit} aria-current={isCurrent} onClick={onPress}>
      <small>
        {message.user?.meta.displayname}, {writeMoment(language, new Date(message.created_at), time_zone, 'short')}
      </small>
      <span>
        {toExcerpt(text, toSearchWords(q)).map((part) => {
          const key = at;
          at += part.text.length;
          return part.isHit ? <mark key={key}>{part.text}</mark> : part.text;
        })}
      </span>
    </button>
  );
}

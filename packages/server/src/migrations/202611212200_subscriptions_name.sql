-- People's calendars are called subscriptions everywhere; the feed is the news.
alter table feeds rename to subscriptions;
alter index feeds_secret rename to subscriptions_secret;
alter index feeds_owner rename to subscriptions_owner;
alter index feeds_user rename to subscriptions_user;

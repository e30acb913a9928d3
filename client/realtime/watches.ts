import type { WatchTopic } from '../../contract/realtime';

/** A topic is its room, but for what is of several institutions: after it was left, its rooms count on. */
export function topicKey(topic: WatchTopic): string {
  if (topic.topic === 'monitoring') return `monitoring:${topic.groupId ?? ''}`;
  if (topic.topic === 'liveCalls') return 'live-calls';
  if (topic.topic === 'call') return `call:${topic.callId}`;
  return topic.topic === 'case' ? `case:${topic.caseId}` : `board:${topic.groupId}`;
}

/** Counts who watches what, so that two panels of one case share one subscription. */
export class Watches {
  private readonly counts = new Map<string, { topic: WatchTopic; count: number }>();

  /** True for the first: the server must be told. */
  add(topic: WatchTopic): boolean {
    const key = topicKey(topic);
    const entry = this.counts.get(key) ?? { topic, count: 0 };
    entry.count += 1;
    this.counts.set(key, entry);
    return entry.count === 1;
  }

  /** True for the last. */
  remove(topic: WatchTopic): boolean {
    const key = topicKey(topic);
    const entry = this.counts.get(key);
    if (!entry) return false;
    entry.count -= 1;
    if (entry.count > 0) return false;
    this.counts.delete(key);
    return true;
  }

  all(): WatchTopic[] {
    return [...this.counts.values()].map(({ topic }) => topic);
  }
}

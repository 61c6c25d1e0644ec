/** What a status stream says of a status. */
export const event = (status: string) => `id: ${status}\nevent: ${status}\ndata: ${status}\n\n`;

/** What it has said of statuses. The sign that keeps it alive goes to all streams at once, so it may come at any time. */
export const eventsIn = (text: string): string => text.replaceAll(':\n\n', '');

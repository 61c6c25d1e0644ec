/** The event that a status stream sends for a status. */
export const event = (status: string) => `id: ${status}\nevent: ${status}\ndata: ${status}\n\n`;

/** The status events of a stream, without the keep-alive comments, which may come at any time. */
export const eventsIn = (text: string): string => text.replaceAll(':\n\n', '');

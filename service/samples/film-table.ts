/** A colour table in the format of grading software: strong contrast, bluish shadows, warm highlights. */
export const filmTable = (size: number): string => {
  const firm = (share: number) => share + 0.35 * share * (1 - share) * (2 * share - 1) * 2;
  const lines: string[] = ['# Made by the project', 'TITLE "Film"', `LUT_3D_SIZE ${size}`];
  for (let blue = 0; blue < size; blue += 1)
    for (let green = 0; green < size; green += 1)
      for (let red = 0; red < size; red += 1) {
        const [r, g, b] = [red, green, blue].map((step) => firm(step / (size - 1))) as [
          number,
          number,
          number,
        ];
        const light = 0.2126 * r + 0.7152 * g + 0.0722 * b;
        const pushed = [r + 0.1 * (light - 0.4), g + 0.02 * (light - 0.5), b + 0.16 * (0.45 - light)];
        lines.push(pushed.map((value) => Math.max(0, Math.min(1, value)).toFixed(6)).join(' '));
      }
  return `${lines.join('\r\n')}\r\n`;
};

import 'uplot/dist/uPlot.min.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { useTheme } from '../theme.ts';
import type { DetailedBatch } from './batches.ts';

const HEIGHT = 132;
const MINUTES = 60;
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

/** Finished images of each of the last 60 minutes, idle minutes as zero. */
const lastHour = (throughput: DetailedBatch['throughput'], now: number): [number[], number[]] => {
  const end = Math.floor(now / 60_000);
  const finished = new Map(
    throughput.map(({ minute, finished }) => [Math.floor(Date.parse(minute) / 60_000), finished]),
  );
  const minutes = Array.from({ length: MINUTES }, (_, index) => end - MINUTES + 1 + index);
  return [minutes.map((minute) => minute * 60), minutes.map((minute) => finished.get(minute) ?? 0)];
};

export const ThroughputChart = ({ throughput }: Pick<DetailedBatch, 'throughput'>) => {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<UPlot>(null);
  const latest = useRef(throughput);
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the chart reads its colours when it is made, so make it again when the theme changes.
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const colour = (name: string) => getComputedStyle(box).getPropertyValue(name).trim();
    const ink = resolved(box, '--ink-faint');
    const line = { stroke: resolved(box, '--line'), width: 1 };
    const made = new UPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { show: false },
        axes: [
          {
            ...{
              stroke: ink,
              grid: { show: false },
              ticks: line,
              font: `12px ${colour('--sans')}`,
              size: 28,
            },
            values: (_, seconds) => seconds.map((second) => TIME.format(1_000 * second)),
          },
          {
            ...{
              stroke: ink,
              grid: line,
              ticks: { show: false },
              font: `12px ${colour('--sans')}`,
              size: 36,
            },
            incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000],
          },
        ],
        scales: { y: { range: (_, __, most) => [0, Math.max(4, most * 1.1)] } },
        series: [
          {},
          {
            stroke: resolved(box, '--good'),
            fill: resolved(box, '--good'),
            width: 0,
            points: { show: false },
            ...(UPlot.paths.bars ? { paths: UPlot.paths.bars({ size: [0.7, 24] }) } : {}),
          },
        ],
      },
      lastHour(latest.current, Date.now()),
      box,
    );
    chart.current = made;
    const resize = new ResizeObserver(() => made.setSize({ width: box.clientWidth, height: HEIGHT }));
    resize.observe(box);
    return () => {
      resize.disconnect();
      made.destroy();
      chart.current = null;
    };
  }, [theme]);
  useEffect(() => {
    latest.current = throughput;
    chart.current?.setData(lastHour(throughput, Date.now()));
  }, [throughput]);
  const most = Math.max(0, ...throughput.map(({ finished }) => finished));
  return (
    <figure className="batch-chart-figure">
      <figcaption>Images per minute, last hour</figcaption>
      <div ref={place} className="batch-chart" role="img" aria-label={`Images per minute, at most ${most}`} />
    </figure>
  );
};

/**
 * The computed value of a colour token. A canvas cannot read `light-dark()`, which only works in CSS properties of
 * elements.
 */
const resolved = (box: HTMLElement, token: string): string => {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  box.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
};

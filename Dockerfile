# The Node version is the one that package.json pins; a test compares them.
FROM node:24.21.0-bookworm-slim AS build
WORKDIR /darkroom
COPY . .
# The models run on the processor: onnxruntime must not download its libraries for graphics cards.
ENV ONNXRUNTIME_NODE_INSTALL=skip
RUN npm ci && npm prune --omit=dev && node scripts/prune-for-production.ts

FROM node:24.21.0-bookworm-slim
WORKDIR /darkroom
COPY --from=build /darkroom /darkroom
RUN useradd --system --uid 999 darkroom && install -d -m 0700 -o darkroom -g darkroom /data
USER darkroom
ENV DARKROOM_HOST=0.0.0.0 DARKROOM_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# Running work gets its time to finish: stop with a grace period of at least 30 s.
STOPSIGNAL SIGTERM
CMD ["node", "service/dist/main.js", "start"]

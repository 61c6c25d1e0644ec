FROM node:24-bookworm-slim AS build
WORKDIR /darkroom
COPY . .
RUN npm ci && npm prune --omit=dev

FROM node:24-bookworm-slim
WORKDIR /darkroom
COPY --from=build /darkroom /darkroom
RUN useradd --system darkroom && install -d -m 0700 -o darkroom -g darkroom /data
USER darkroom
ENV DARKROOM_HOST=0.0.0.0 DARKROOM_DATA_DIR=/data
VOLUME /data
EXPOSE 8080
# Running work gets its time to finish: stop with a grace period of at least 30 s.
STOPSIGNAL SIGTERM
CMD ["node", "service/src/main.ts", "start"]

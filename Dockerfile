# docker build -t shardctl .
# docker run --rm -v "$PWD:/work:ro" shardctl check .
FROM debian:12-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
    ca-certificates gcc libc6-dev meson musl-tools ninja-build pkg-config
COPY . /source
RUN CC=musl-gcc meson setup /build /source -Dbuildtype=release -Doptimization=2 -Dstrip=true \
    --wrap-mode=forcefallback -Dc_link_args=-static && \
    ninja -C /build cli/shardctl && \
    DESTDIR=/image meson install -C /build --no-rebuild --tags=runtime

FROM scratch
COPY --from=build /image/usr/local/bin/shardctl /shardctl
COPY LICENSE subprojects/LICENSES /licenses/
WORKDIR /work
ENTRYPOINT ["/shardctl"]
